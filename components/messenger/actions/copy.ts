"use client";

import { useLocale, useTranslations } from "next-intl";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";
import { copiedText } from "#lib/messenger/copy-messages.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import { hrefOf, routes } from "#lib/routes.ts";

/** Takes texts and addresses of messages to the clipboard, and says so. */
export function useCopy() {
  const t = useTranslations();
  const locale = useLocale();
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text);
      showSuccess(t("Site.success"), done);
    } catch {
      showFailure(t("Site.failure"), t("MessageMenu.notCopied")); // the browser does not let us
    }
  };
  return {
    copyTexts: (messages: readonly Message[]) =>
      copy(copiedText(messages), t("MessageMenu.textCopied")),
    copyLink: ({ kind, id }: Pick<Chat, "kind" | "id">, seq: number) =>
      copy(
        hrefOf(getRuntimeConfig(), locale, routes.message(kind, id, seq)),
        t("MessageMenu.linkCopied"),
      ),
  };
}
