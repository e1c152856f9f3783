"use client";

import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { chatCreated } from "#lib/messenger/contract/schema.ts";

/** Opens the one chat with another member, or makes it. Takes the member's id. */
export function useOpenPrivateChat() {
  return useMutation({
    mutationFn: async (memberId: number) =>
      (await api.post(`/messenger/private/create/chat/${memberId}`, chatCreated)).data,
  });
}
