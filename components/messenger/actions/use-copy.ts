"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCopying } from "#components/ui/controls/use-copying.ts";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";
import { formatTime } from "#lib/i18n/format.ts";
import { formatDate } from "#lib/i18n/format-date.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import { hrefOf, routes } from "#lib/routes.ts";

/** Copies texts and addresses of messages to the clipboard and shows a toast. Resolves to whether it was copied. */
export function useCopy() {
  const t = useTranslations();
  const locale = useLocale();
  const copying = useCopying(t("MessageMenu.notCopied"));
  const copy = async (text: string, done: string) => {
    const isCopied = await copying.copy(text);
    if (isCopied) showSuccess(t("Site.success"), done);
    return isCopied;
  };
  const copyText = (text: string) => copy(text, t("MessageMenu.textCopied"));
  return {
    copyText,
    copyTexts: (messages: readonly Message[]) => copyText(copiedText(messages)),
    copyLink: ({ kind, id }: Pick<Chat, "kind" | "id">, seq: number) =>
      copy(
        hrefOf(getRuntimeConfig(), locale, routes.message(kind, id, seq)),
        t("MessageMenu.linkCopied"),
      ),
  };
}

/** The text of one message; for several also their authors, days and times, in the order given. */
function copiedText(messages: readonly Message[]): string {
  const written = messages.filter(({ text }) => text !== "");
  if (written.length === 1) return written[0]?.text ?? "";
  return written
    .map(({ author, created_at: at, text }) =>
      [`${author.fullname}, ${formatDate(at)}, ${formatTime(at)}`, text].join("\n"),
    )
    .join("\n\n");
}
