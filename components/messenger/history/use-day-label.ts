"use client";

import { useLocale, useTranslations } from "next-intl";
import { formatDay } from "#lib/i18n/format.ts";
import { daysAgo, formatDate, formatShortMoment } from "#lib/i18n/format-date.ts";
import { useToday } from "#lib/i18n/use-today.ts";

/** "Сегодня", "Вчера", "20 ноября": the head of a day in a conversation. */
export function useDayLabel(): (iso: string) => string {
  const t = useTranslations("Messenger");
  const locale = useLocale();
  const today = useToday();
  return (iso) => {
    const ago = daysAgo(new Date(iso), today);
    if (ago === 0) return t("today");
    if (ago === 1) return t("yesterday");
    return locale === "ru" ? formatDay(iso, today) : formatDate(iso);
  };
}

/** "12:48" today, "вчера", then the date: when something was last written in a chat. */
export function useShortMoment(): (iso: string) => string {
  const t = useTranslations("Messenger");
  const today = useToday();
  return (iso) => formatShortMoment(iso, t("yesterdayShort"), today);
}
