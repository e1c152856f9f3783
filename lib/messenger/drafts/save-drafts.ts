"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "#lib/api/api-client.ts";
import { dataOf } from "#lib/http/schema.ts";
import { draftOf, receiveDraft, unsavedDrafts } from "#lib/messenger/drafts/drafts.ts";
import { updateChat } from "#lib/messenger/cache/receive-message.ts";
import { draftEvent } from "#lib/messenger/contract/event-schema.ts";
import { type DraftState, draftState } from "#lib/messenger/contract/marks-schema.ts";
import { type ChatKind, messageLengthMax } from "#lib/messenger/contract/schema.ts";
import { useSocketEvent } from "#lib/api/socket.ts";

/** The server's draft: the one sent, or a newer one of another device. */
const draftAnswer = dataOf(draftState);

interface DraftPlace {
  kind: ChatKind;
  id: number;
}

/** A draft is saved this long after the last key press. */
const saveAfterMs = 1000;
/** Saving stops after so many times in a row if the server keeps answering another text than it was sent. */
const savesMax = 3;

const timers = new Map<number, ReturnType<typeof setTimeout>>();
const saving = new Set<number>();

export function saveDraftSoon(memberId: number, chat: DraftPlace, afterMs = saveAfterMs): void {
  clearTimeout(timers.get(chat.id));
  timers.set(
    chat.id,
    setTimeout(() => void saveDraft(memberId, chat), afterMs),
  );
}

/** A draft that could not be saved stays unsaved, and is retried with the next change or when the network is back. */
export async function saveDraft(memberId: number, chat: DraftPlace): Promise<void> {
  clearTimeout(timers.get(chat.id));
  if (saving.has(chat.id)) {
    saveDraftSoon(memberId, chat);
    return;
  }
  saving.add(chat.id);
  try {
    for (let save = 0; save < savesMax; save += 1) {
      const draft = draftOf(memberId, chat.id);
      if (!draft?.unsaved || Array.from(draft.text).length > messageLengthMax) return;
      const { text, mentions, version } = draft;
      const path = `/messenger/${chat.kind}/draft/${chat.id}`;
      const { data } = await api.post(path, draftAnswer, { text, mentions, version });
      receiveDraft(memberId, chat, data);
    }
  } catch {
    return; // the network is away, or the chat is gone
  } finally {
    saving.delete(chat.id);
  }
}

const draftFields = ({ text, version, mentions, seq }: DraftState) => ({
  draft: text,
  draft_version: version,
  draft_mentions: mentions,
  draft_seq: seq,
});

/** Receives the drafts of the member's other devices, and saves those that could not be saved before. */
export function useDraftsOfDevices(memberId: number): void {
  const client = useQueryClient();
  useSocketEvent("draft", draftEvent, ({ chat_id: id, ...draft }) => {
    updateChat(client, id, (chat) => {
      receiveDraft(memberId, { kind: chat.kind, id }, draft);
      return draft.version > chat.draft_version ? { ...chat, ...draftFields(draft) } : chat;
    });
  });
  useEffect(() => {
    const saveAll = () => {
      for (const chat of unsavedDrafts(memberId)) void saveDraft(memberId, chat);
    };
    saveAll();
    // A page that is left must not wait for the pause in typing: the member may continue on another device.
    const events = ["online", "pagehide"] as const;
    for (const event of events) window.addEventListener(event, saveAll);
    return () => {
      for (const event of events) window.removeEventListener(event, saveAll);
    };
  }, [memberId]);
}
