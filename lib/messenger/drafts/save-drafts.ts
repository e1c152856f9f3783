"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "#lib/api/api-client.ts";
import { isNotFound } from "#lib/api/api-failure.ts";
import { dataOf } from "#lib/http/schema.ts";
import {
  type Draft,
  draftOf,
  forgetDraft,
  rebaseDraft,
  receiveDraft,
  unsavedDrafts,
} from "#lib/messenger/drafts/drafts.ts";
import { updateChat } from "#lib/messenger/cache/update-chat.ts";
import { draftEvent } from "#lib/messenger/contract/event-schema.ts";
import { type DraftState, draftState } from "#lib/messenger/contract/marks-schema.ts";
import { type ChatKind, messageLengthMax } from "#lib/messenger/contract/schema.ts";
import { useSocketEvent } from "#lib/api/socket.ts";
import { useReturn } from "#lib/messenger/cache/use-return.ts";

/** The server's draft: the one sent, or a newer one of another device. */
const draftAnswer = dataOf(draftState);

interface DraftPlace {
  kind: ChatKind;
  id: number;
}

/** A draft is saved this long after the last key press. */
const saveAfterMs = 1000;
/** Saving stops after this many times in a row if the server keeps answering with another text than it was sent. */
const savesMax = 3;

const timers = new Map<number, ReturnType<typeof setTimeout>>();
/** What is being saved, by chat. */
const saving = new Map<number, Draft>();
/**
 * By chat, the texts that were sent since the last answered save. No answer to them arrived, so the server may have
 * stored any of them.
 */
const unanswered = new Map<number, string[]>();
/** The last draft of a chat that the server no longer has for the member. It stays in the browser, to be copied. */
const refused = new Map<number, Draft>();

/** The texts that the server may have from this device. */
export function textsSent(chatId: number): string[] {
  const being = saving.get(chatId);
  return [...(unanswered.get(chatId) ?? []), ...(being ? [being.text] : [])];
}

export function saveDraftSoon(memberId: number, chat: DraftPlace, afterMs = saveAfterMs): void {
  clearTimeout(timers.get(chat.id));
  timers.set(
    chat.id,
    setTimeout(() => void saveDraft(memberId, chat), afterMs),
  );
}

/** A draft that could not be saved stays unsaved, and is retried with the next change or when the network or the server is back. */
export async function saveDraft(memberId: number, chat: DraftPlace): Promise<void> {
  clearTimeout(timers.get(chat.id));
  if (saving.has(chat.id)) {
    saveDraftSoon(memberId, chat);
    return;
  }
  try {
    for (let save = 0; save < savesMax; save += 1) {
      const draft = draftToSave(memberId, chat);
      if (!draft) return;
      saving.set(chat.id, draft);
      await sendDraft(memberId, chat, draft);
      unanswered.delete(chat.id);
    }
  } catch (failure) {
    if (isNotFound(failure)) refuseDraft(memberId, chat);
    else unanswered.set(chat.id, [...new Set(textsSent(chat.id))]); // the network is away
  } finally {
    saving.delete(chat.id);
  }
}

function refuseDraft(memberId: number, { id }: DraftPlace): void {
  const draft = saving.get(id);
  if (!draft) return;
  if (draft.text === "" && draft === draftOf(memberId, id)) forgetDraft(memberId, id);
  else refused.set(id, draft);
}

/**
 * Sends the newest text at once, because no timer runs after the page is gone. If another text is being saved, this one
 * is sent as the version after it: should the other not be stored, the server refuses this one, which then stays in the
 * browser as unsaved.
 */
function saveBeforeLeaving(memberId: number, chat: DraftPlace): void {
  const before = saving.get(chat.id);
  const draft = draftToSave(memberId, chat);
  if (!before) void saveDraft(memberId, chat);
  else if (draft && draft !== before)
    sendDraft(memberId, chat, { ...draft, version: before.version + 1 }).catch(() => undefined); // stays unsaved
}

function draftToSave(memberId: number, { id }: DraftPlace): Draft | null {
  const draft = draftOf(memberId, id);
  return draft?.unsaved && Array.from(draft.text).length <= messageLengthMax ? draft : null;
}

async function sendDraft(memberId: number, chat: DraftPlace, draft: Draft): Promise<void> {
  const { text, mentions, version } = draft;
  const path = `/messenger/${chat.kind}/draft/${chat.id}`;
  const { data } = await api.post(path, draftAnswer, { text, mentions, version });
  if (data.version < version) rebaseDraft(memberId, chat.id, { from: version, to: data.version });
  else receiveDraft(memberId, chat, data, [...textsSent(chat.id), text]);
}

const draftFields = ({ text, version, mentions, seq }: DraftState) => ({
  draft: text,
  draft_version: version,
  draft_mentions: mentions,
  draft_seq: seq,
});

/** The chats whose drafts are to be saved: a refused one only once it has been changed. */
const chatsToSave = (memberId: number) =>
  unsavedDrafts(memberId).filter(({ id }) => draftOf(memberId, id) !== refused.get(id));

function saveUnsaved(memberId: number): void {
  for (const chat of chatsToSave(memberId)) void saveDraft(memberId, chat);
}

/** Receives the drafts of the member's other devices, and saves those that could not be saved before. */
export function useDraftsOfDevices(memberId: number): void {
  const client = useQueryClient();
  useSocketEvent("draft", draftEvent, ({ chat_id: id, ...draft }) => {
    updateChat(client, id, (chat) => {
      receiveDraft(memberId, { kind: chat.kind, id }, draft, textsSent(id));
      return draft.version > chat.draft_version ? { ...chat, ...draftFields(draft) } : chat;
    });
  });
  // An outage of the server, and often one of the network, ends without the browser's event.
  useReturn(() => saveUnsaved(memberId));
  useEffect(() => {
    // A page that is left must not wait for the pause in typing: the member may continue on another device.
    const leave = () => {
      for (const chat of chatsToSave(memberId)) saveBeforeLeaving(memberId, chat);
    };
    saveUnsaved(memberId);
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [memberId]);
}
