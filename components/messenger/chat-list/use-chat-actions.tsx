"use client";

import {
  IconBell,
  IconBellOff,
  IconLogout,
  IconMessageCheck,
  IconMessageCircleUp,
  IconPin,
  IconPinnedOff,
  IconSchool,
  IconUser,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Action } from "#components/ui/controls/action-items.tsx";
import { useLeaveGroup } from "#components/messenger/groups/use-leave-group.ts";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { type ChatMark, NothingToRead, useMarkChat } from "#lib/messenger/cache/use-mark-chat.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";

export function useChatActions(chat: Chat, open: boolean): Action[] {
  const t = useTranslations("Messenger");
  const actions = useMarkActions(chat, open);
  const toClass = useClassActions(chat);
  const leave = useLeaveActions(chat);
  const goTo = useGoTo();
  const { peer } = chat;
  if (peer)
    actions.push({
      label: t("rowOpenProfile"),
      Icon: IconUser,
      run: () => goTo(routes.member(peer.id)),
    });
  return [...actions, ...toClass, ...leave];
}

/** The way to the page of the class whose chat it is; none from other chats. */
export function useClassActions({ class: chatClass }: Chat): Action[] {
  const t = useTranslations("Messenger");
  const goTo = useGoTo();
  if (!chatClass) return [];
  const route = routes.class(chatClass.object_id, chatClass.key);
  return [{ label: t("openClass"), Icon: IconSchool, run: () => goTo(route) }];
}

/** Leaving a group; none in private chats. */
export function useLeaveActions(chat: Chat): Action[] {
  const t = useTranslations("Messenger");
  const leave = useLeaveGroup();
  if (chat.kind !== "group") return [];
  const run = () => void leave(chat);
  const label = t(chat.class ? "rowLeaveChat" : "rowLeave");
  return [{ label, Icon: IconLogout, danger: true, run }];
}

/** Pinning, muting and marking as read or unread, which every chat offers. */
export function useMarkActions(chat: Chat, open: boolean): Action[] {
  const t = useTranslations("Messenger");
  const mark = useOptimisticMark(chat);
  const { pinned, muted, unread } = chat;
  const actions: Action[] = [
    {
      label: t(pinned ? "rowUnpin" : "rowPin"),
      Icon: pinned ? IconPinnedOff : IconPin,
      run: () => mark({ action: "pin", pinned: !pinned }),
    },
    {
      label: t(muted ? "rowUnmute" : "rowMute"),
      Icon: muted ? IconBell : IconBellOff,
      run: () => mark({ action: "mute", muted: !muted }),
    },
  ];
  if (unread > 0)
    actions.push({
      label: t("rowMarkRead"),
      Icon: IconMessageCheck,
      run: () => mark({ action: "read" }),
    });
  // An open chat is not offered this, because it would be read again at once.
  else if (!open && chat.last_message)
    actions.push({
      label: t("rowMarkUnread"),
      Icon: IconMessageCircleUp,
      run: () => mark({ action: "unread" }),
    });
  return actions;
}

/** Marks the chat optimistically. When the server refuses, the mark is reverted and a toast says why. */
function useOptimisticMark(chat: Chat): (mark: ChatMark) => void {
  const t = useTranslations();
  const markChat = useMarkChat(useMember().id, (failure) => {
    const why =
      failure instanceof NothingToRead ? t("Messenger.rowNothingToRead") : failure.message;
    showFailure(t("Site.failure"), why);
  });
  return (mark) => markChat({ chat, mark });
}
