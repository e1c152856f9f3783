"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { useCall } from "#lib/api/use-call.ts";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import { classKeyed } from "#lib/classes/queries.ts";
import { openedClassChat } from "#lib/classes/schema.ts";
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
    { onSettled: () => client.invalidateQueries({ queryKey: classKeyed(place) }) },
  );
}

/** Leaves the class chat as any group. Takes the id of the chat. */
export function useLeaveClassChat(place: Place) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chatId: number) => api.post(`/messenger/group/leave/${chatId}`, messageBody, {}),
    onSettled: () => client.invalidateQueries({ queryKey: classKeyed(place) }),
  });
}
