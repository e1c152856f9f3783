"use client";

import {
  type AbstractIntlMessages,
  NextIntlClientProvider,
  useLocale,
  useMessages,
} from "next-intl";
import { type ReactNode, useMemo } from "react";

interface MessagesScopeProps {
  messages: AbstractIntlMessages;
  children: ReactNode;
}

/** Adds texts to those of the providers around it. */
export function MessagesScope({ messages, children }: MessagesScopeProps) {
  const outer = useMessages();
  const all = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
