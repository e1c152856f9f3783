"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";

/** Distinguishes institutions among the tabs and in the history of the browser. */
export function useTitle(name: string | undefined): void {
  const usual = useTranslations("People")("institutionTitle");
  useEffect(() => {
    document.title = name ?? usual;
  }, [name, usual]);
}
