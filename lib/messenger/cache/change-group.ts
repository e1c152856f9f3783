"use client";

/** Makes, changes and leaves groups. The server publishes `chat_changed` to every member. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { sendWithProgress } from "#lib/api/upload-transport.ts";
import { messageBody } from "#lib/http/schema.ts";
import { useClientId } from "#lib/http/use-client-id.ts";
import type { ChangeMembersInput, ChangeRoleInput } from "#lib/messenger/contract/group-schema.ts";
import { updateChat } from "#lib/messenger/cache/update-chat.ts";
import { addChat, dropChat, refreshChat } from "#lib/messenger/cache/refresh-chat.ts";
import { chatCreated } from "#lib/messenger/contract/schema.ts";

interface NewGroup {
  title: string;
  /** At least one member. */
  members: number[];
  /** The image, cropped to a square if the member wanted that. */
  image: Blob | null;
}

/**
 * Resolves with the chat even where its image was refused: `onImageFailure` is called, and the image can be set again.
 */
export function useCreateGroup(onImageFailure: (failure: Error) => void) {
  const client = useQueryClient();
  const clientIdOf = useClientId();
  return useMutation({
    mutationFn: async ({ title, members, image }: NewGroup) => {
      const [first, ...others] = members;
      const path = `/messenger/group/create/chat/${first}`;
      const client_id = clientIdOf({ title, members });
      const input = { title, members: others, client_id };
      const { data: chat } = await api.post(path, chatCreated, input);
      addChat(client, chat);
      if (image) {
        await sendImage(chat.id, image).catch(onImageFailure);
        void refreshChat(client, chat.id); // the group opens meanwhile
      }
      return chat;
    },
  });
}

type GroupChange =
  | { what: "rename"; title: string }
  | ({ what: "members" } & ChangeMembersInput)
  | ({ what: "role" } & ChangeRoleInput)
  | { what: "image"; image: Blob | null };

/**
 * Changes the group: a new title is shown at once, all else when the chat has been fetched. Rejects with what the server
 * answered.
 */
export function useChangeGroup(chatId: number, onFailure: (failure: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: GroupChange) => sendChange(chatId, change),
    onSuccess: (_, change) => {
      if (change.what !== "rename") return;
      updateChat(client, chatId, (chat) => ({ ...chat, title: change.title }));
    },
    onError: onFailure,
    // Not awaited, so that the form ends with the answer.
    onSettled: () => void refreshChat(client, chatId),
  });
}

async function sendChange(chatId: number, { what, ...change }: GroupChange): Promise<unknown> {
  if (what === "image" && "image" in change)
    return change.image
      ? sendImage(chatId, change.image)
      : api.delete(`/messenger/group/image/${chatId}`, messageBody);
  return api.post(`/messenger/group/${what}/${chatId}`, messageBody, change);
}

function sendImage(chatId: number, image: Blob) {
  const form = new FormData();
  form.append("image", image, "image");
  const send = sendWithProgress(() => undefined);
  return api.post(`/messenger/group/image/${chatId}`, messageBody, form, { send });
}

/** Resolves once the member has left the group. */
export async function leaveGroup(client: QueryClient, chatId: number): Promise<void> {
  await api.post(`/messenger/group/leave/${chatId}`, messageBody);
  dropChat(client, chatId);
}
