import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MessagesScope } from "#components/layout/messages-scope.tsx";
import type { Namespace } from "#lib/i18n/messages.ts";

interface NamespacesProps {
  namespaces: readonly Namespace[];
  children: ReactNode;
}

/** The texts that every page has in the browser. */
export async function BaseMessages({ namespaces, children }: NamespacesProps) {
  return (
    <NextIntlClientProvider messages={await pick(namespaces)}>{children}</NextIntlClientProvider>
  );
}

/** The texts that only the pages of a surface need, beside the base. */
export async function SurfaceMessages({ namespaces, children }: NamespacesProps) {
  return <MessagesScope messages={await pick(namespaces)}>{children}</MessagesScope>;
}

async function pick(namespaces: readonly Namespace[]) {
  const messages = await getMessages();
  return Object.fromEntries(namespaces.map((namespace) => [namespace, messages[namespace]]));
}
