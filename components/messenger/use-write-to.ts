"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useGoInMessenger } from "#components/messenger/messenger-link.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import { useOpenPrivateChat } from "#lib/messenger/use-open-private-chat.ts";
import { addChat } from "#lib/messenger/cache/refresh-chat.ts";
import { routes } from "#lib/routes.ts";

/** Opens the chat with a member, which is created if there is none. `onGone` is called when it is about to be shown. */
export function useWriteTo(onGone: () => void = () => undefined) {
  const { onFailed } = useOutcomeToasts();
  const client = useQueryClient();
  const go = useGoInMessenger();
  const { mutate, isPending } = useOpenPrivateChat();
  const writeTo = (memberId: number) => {
    if (isPending) return;
    mutate(memberId, {
      onSuccess: (chat) => {
        addChat(client, chat);
        go(routes.chat(chat.kind, chat.id));
        onGone();
      },
      onError: onFailed,
    });
  };
  return { writeTo, isPending };
}
