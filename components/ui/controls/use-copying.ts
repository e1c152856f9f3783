"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { showFailure } from "#components/ui/toasts/toasts.ts";

const copiedMs = 2_000;

/**
 * Copies a text to the clipboard. Where the browser refuses, a toast shows `failed`. `copied` is true for a moment after a
 * success; `copy` resolves to whether there was one.
 */
export function useCopying(failed: string) {
  const t = useTranslations("Site");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      showFailure(t("failure"), failed);
      return false;
    }
    setCopied(true);
    return true;
  };
  return { copied, copy };
}
