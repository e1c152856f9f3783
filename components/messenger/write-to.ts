"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useGoInMessenger } from "#components/messenger/messenger-link.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { useOpenPrivateChat } from "#lib/messenger/open-private-chat.ts";
import { addChat } from "#lib/messenger/cache/refresh-chat.ts";
import { routes } from "#lib/routes.ts";

/** Goes to the chat with a member, which is made when there is none. `onGone`: it is about to be shown. */
export function useWriteTo(onGone: () => void = () => undefined) {
  const t = useTranslations("Site");
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
      onError: (failure) => showFailure(t("failure"), failure.message),
    });
  };
  return { writeTo, isPending };
}
