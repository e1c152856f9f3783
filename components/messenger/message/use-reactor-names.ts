"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMember } from "#lib/auth/auth-context.tsx";
import { loadedNames } from "#lib/messenger/history/loaded-messages.ts";

/** Returns a function that lists the names of members, as far as they are loaded, then how many more there are. */
export function useReactorNames(chatId: number) {
  const t = useTranslations();
  const client = useQueryClient();
  const memberId = useMember().id;
  return (userIds: readonly number[]): string => {
    const loaded = loadedNames(client, chatId);
    const names = userIds.flatMap((id) =>
      id === memberId ? [t("Messenger.you")] : (loaded.get(id) ?? []),
    );
    const others = userIds.length - names.length;
    if (others > 0) names.push(t("Bubble.others", { count: others }));
    return names.join(", ");
  };
}
