"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMember } from "#lib/auth/auth-context.tsx";
import { knownPeople } from "#lib/messenger/known-people.ts";

/** Called when they are wanted: names of members, as far as the chat has told them, then how many more there are. */
export function useReactorNames(chatId: number) {
  const t = useTranslations();
  const client = useQueryClient();
  const memberId = useMember().id;
  return (userIds: readonly number[]): string => {
    const known = knownPeople(client, chatId);
    const names = userIds.flatMap((id) =>
      id === memberId ? [t("Messenger.you")] : (known.get(id) ?? []),
    );
    const others = userIds.length - names.length;
    if (others > 0) names.push(t("Bubble.others", { count: others }));
    return names.join(", ");
  };
}
