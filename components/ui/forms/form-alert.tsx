"use client";

import { Alert } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";

/** A failure that belongs to no field. It takes the focus, so that screen readers announce it (S-FAILURES). */
export function FormAlert({ message }: { message: string | null }) {
  const t = useTranslations("Site");
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) element.current?.focus();
  }, [message]);
  if (!message) return null;
  return (
    <Alert ref={element} tabIndex={-1} color="red" title={t("error")}>
      {message}
    </Alert>
  );
}
