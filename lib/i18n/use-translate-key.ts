"use client";

import { useTranslations } from "next-intl";

/**
 * Translates the message keys that schemas give (`Site.required`).
 * Anything that is no key is a text that the server has already translated, and stays.
 */
export function useTranslateKey(): (keyOrText: string) => string {
  const t = useTranslations();
  return (keyOrText) => {
    const key = keyOrText as Parameters<typeof t.has>[0]; // schemas give plain strings, `has` distinguishes keys from texts
    return isKey(keyOrText) && t.has(key) ? t(key) : keyOrText;
  };
}

function isKey(text: string): boolean {
  return /^[A-Z]\w*\.\w+$/.test(text);
}
