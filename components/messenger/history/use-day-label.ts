"use client";

import { useLocale, useTranslations } from "next-intl";
import { formatDay, formatTime } from "#lib/i18n/format.ts";

/**
 * Dates stand in digits: they follow the Russian locale in every language, and its month names belong to Russian alone.
 */
const date = new Intl.DateTimeFormat("ru-RU", { dateStyle: "short" });
const dayAndMonth = new Intl.DateTimeFormat("ru-RU", { day: "2-digit", month: "2-digit" });

function daysAgo(at: Date, now: Date): number {
  const startOf = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate());
  return Math.round((startOf(now).getTime() - startOf(at).getTime()) / 86_400_000);
}

/** "Сегодня", "Вчера", "20 ноября": the head of a day in a conversation. */
export function useDayLabel(): (iso: string) => string {
  const t = useTranslations("Messenger");
  const locale = useLocale();
  return (iso) => {
    const ago = daysAgo(new Date(iso), new Date());
    if (ago === 0) return t("today");
    if (ago === 1) return t("yesterday");
    return locale === "ru" ? formatDay(iso) : date.format(new Date(iso));
  };
}

/** "12:48" today, "вчера", then the date: when something was last written in a chat. */
export function useShortMoment(): (iso: string) => string {
  const t = useTranslations("Messenger");
  return (iso) => {
    const [at, now] = [new Date(iso), new Date()];
    const ago = daysAgo(at, now);
    if (ago <= 0) return formatTime(iso);
    if (ago === 1) return t("yesterdayShort");
    return (at.getFullYear() === now.getFullYear() ? dayAndMonth : date).format(at);
  };
}
