"use client";

import { useTranslations } from "next-intl";
import { useMessageActions } from "#components/messenger/actions/message-actions-context.ts";
import { focusBubble } from "#components/messenger/message/focus-bubble.ts";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** Asks for confirmation, then deletes for everybody. Resolves to whether the member confirmed. */
export function useDeletion() {
  const t = useTranslations("MessageMenu");
  const confirm = useConfirm();
  const { remove } = useMessageActions();
  return async (messages: readonly Message[]): Promise<boolean> => {
    const agreed = await confirm(t("deleteQuestion", { count: messages.length }), { danger: true });
    if (!agreed) return false;
    // The button of its menu, to which the focus has returned, is unmounted with its content.
    focusBubble(document.activeElement);
    remove(messages);
    return true;
  };
}
