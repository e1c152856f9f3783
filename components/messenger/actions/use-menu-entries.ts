"use client";

import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleCheck,
  IconCopy,
  IconLink,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Action } from "#components/ui/controls/action-items.tsx";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { useCopy } from "#components/messenger/actions/use-copy.ts";
import { useDeletion } from "#components/messenger/actions/use-deletion.ts";
import { useMessageActions } from "#components/messenger/actions/message-actions-context.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { mayDelete, mayEdit } from "#lib/messenger/message-rights.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";

export interface OpenMenuProps {
  message: Message;
  actions: readonly Action[];
  onReact: (emoji: string) => void;
  onClose: () => void;
}

/** The actions that the member may take on a message, in the order of a menu. */
export function useMenuEntries(chat: Chat, message: Message): Action[] {
  const t = useTranslations("MessageMenu");
  const memberId = useMember().id;
  const { reply, edit, toggleSelected } = useConversation();
  const { forward } = useMessageActions();
  const { copyTexts, copyLink } = useCopy();
  const remove = useDeletion();
  const of = (
    wanted: boolean,
    label: string,
    Icon: typeof IconCopy,
    run: () => void,
    danger = false,
  ): Action[] => (wanted ? [{ label, Icon, danger, run }] : []);
  return [
    of(true, t("reply"), IconArrowBackUp, () => reply(message)),
    of(mayEdit(message, memberId), t("edit"), IconPencil, () => edit(message)),
    of(message.text !== "", t("copyText"), IconCopy, () => void copyTexts([message])),
    of(true, t("copyLink"), IconLink, () => void copyLink(chat, message.seq)),
    of(true, t("forward"), IconArrowForwardUp, () => forward([message])),
    of(true, t("select"), IconCircleCheck, () => toggleSelected(message)),
    of(
      mayDelete(message, memberId, chat),
      t("delete"),
      IconTrash,
      () => void remove([message]),
      true,
    ),
  ].flat();
}
