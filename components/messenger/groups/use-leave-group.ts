"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useGoInMessenger } from "#components/messenger/messenger-link.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { leaveGroup } from "#lib/messenger/cache/change-group.ts";
import { chatAddressOf } from "#lib/messenger/chat-address.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";

/** Leaves a group after a confirmation; if it is open, the list is shown. Resolves to whether the member has left. */
export function useLeaveGroup(): (chat: Pick<Chat, "id" | "title" | "class">) => Promise<boolean> {
  const t = useTranslations();
  const confirm = useConfirm();
  const client = useQueryClient();
  const go = useGoInMessenger();
  const openId = chatAddressOf(usePathname())?.chatId;
  return async ({ id, title, class: chatClass }) => {
    const question = chatClass ? "Messenger.rowLeaveClassQuestion" : "Messenger.rowLeaveQuestion";
    if (!(await confirm(t(question, { title }), { danger: true }))) return false;
    try {
      await leaveGroup(client, id);
    } catch (failure) {
      showFailure(t("Site.failure"), failure instanceof Error ? failure.message : "");
      return false;
    }
    if (openId === id) go(routes.chats());
    return true;
  };
}
