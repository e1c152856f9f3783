"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { useCall } from "#lib/api/use-call.ts";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import { classKeyed, classQuery } from "#lib/classes/queries.ts";
import { type ClassChat, type ClassDetails, openedClassChat } from "#lib/classes/schema.ts";
import { messageBody } from "#lib/http/schema.ts";

type Place = Pick<ClassAddress, "objectId" | "key">;

/** Makes or opens the chat of a class, and joins it. Takes the study group, or an empty text for the whole class. */
export function useOpenClassChat(place: Place) {
  const client = useQueryClient();
  return useCall(
    async (locale, group: string) => {
      const path = `/api/${locale}/objects/${place.objectId}/classes/${place.key}/chat`;
      return (await api.post(path, openedClassChat, group ? { group } : {})).data;
    },
    // Not awaited, because the page is left for the chat.
    { onSettled: () => void client.invalidateQueries({ queryKey: classKeyed(place) }) },
  );
}

/** Leaves the class chat as any group. Takes the id of the chat. */
export function useLeaveClassChat(place: Place) {
  const client = useQueryClient();
  const { queryKey } = classQuery(useLocale(), place);
  return useMutation({
    mutationFn: (chatId: number) => api.post(`/messenger/group/leave/${chatId}`, messageBody, {}),
    onSuccess: (_answer, chatId) =>
      void client.setQueryData(queryKey, (known) => known && withoutMember(known, chatId)),
    // Not awaited, so that the button ends with the answer.
    onSettled: () => void client.invalidateQueries({ queryKey: classKeyed(place) }),
  });
}

/** The class after the member has left the chat, until it is fetched anew. */
function withoutMember(known: ClassDetails, chatId: number): ClassDetails {
  const leave = (chat: ClassChat) => (chat.id === chatId ? { ...chat, joined: false } : chat);
  return {
    ...known,
    chat: known.chat && leave(known.chat),
    groups: known.groups.map((group) =>
      group.chat ? { ...group, chat: leave(group.chat) } : group,
    ),
  };
}
