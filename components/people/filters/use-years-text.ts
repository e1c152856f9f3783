"use client";

import { useTranslations } from "next-intl";

interface Years {
  start?: number | undefined;
  /** Null for a period until now. */
  end?: number | null | undefined;
}

/** "2005–2009", "с 2005", "до 2009". */
export function useYearsText(): (years: Years) => string {
  const t = useTranslations("People");
  return ({ start, end }) => {
    if (start === undefined) return t("yearsTo", { end: String(end) });
    if (end === undefined || end === null) return t("yearsFrom", { start: String(start) });
    if (start === end) return String(start);
    return t("yearsBetween", { start: String(start), end: String(end) });
  };
}
