"use client";

import { useTranslations } from "next-intl";
import type { ClassYears } from "#lib/members/class-key.ts";

/** "Class of 2014" or, for members who still study, since when. */
export function useClassName(): (years: ClassYears) => string {
  const t = useTranslations("Classes");
  return ({ start, end }) =>
    end === null ? t("since", { year: String(start) }) : t("left", { year: String(end) });
}
