/**
 * Texts begun and not sent, per member and chat: stored in this browser at once, and saved to the server afterwards.
 */
import * as z from "zod/mini";
import { createListeners } from "#lib/browser/store.ts";
import { readStoredText, storedKeys, storeText } from "#lib/browser/stored-text.ts";
import type { DraftState } from "#lib/messenger/contract/marks-schema.ts";
import {
  type Chat,
  type ChatKind,
  chatKind,
  type Mention,
  mention,
} from "#lib/messenger/contract/schema.ts";

const storedDraft = z.object({
  kind: chatKind,
  text: z.string(),
  mentions: z.array(mention),
  /** The version of the server's draft on which this one is based. */
  version: z.int(),
  /** Whether it was changed here since it was saved. */
  unsaved: z.boolean(),
  /** The last message of the chat when it was written, if known. */
  seq: z.optional(z.int()),
  /** The text that stood here before it was sent or removed. */
  cleared: z.optional(z.string()),
});
export type Draft = z.infer<typeof storedDraft>;

const prefix = "draft";
const listeners = createListeners("storage");
/** Calls back when a draft changes, in this tab or in another. */
export const onDraftChange = listeners.subscribe;
/** Parsed drafts with the text they were parsed from, because every row of the list reads one at each key press. */
const read = new Map<string, { raw: string | null; draft: Draft | null }>();

const keyOf = (memberId: number, chatId: number) => `${prefix}:${memberId}:${chatId}`;

/** Null when there is none, or when the browser stores nothing. The same object until it changes. */
export function draftOf(memberId: number, chatId: number): Draft | null {
  const key = keyOf(memberId, chatId);
  const raw = rawOf(key);
  const known = read.get(key);
  if (known?.raw === raw) return known.draft;
  const draft = parsed(raw);
  read.set(key, { raw, draft });
  return draft;
}

/** Returns an empty draft when there is none. */
export const readDraft = (memberId: number, chatId: number) =>
  draftOf(memberId, chatId)?.text ?? "";

/**
 * The draft that a list shows: that of this browser, unless another device has saved a newer one. Empty once a message
 * has arrived after it, which the draft would hide.
 */
export function shownDraft(
  memberId: number,
  {
    id,
    draft,
    draft_version,
    draft_seq,
    last_seq,
  }: Pick<Chat, "id" | "draft" | "draft_version" | "draft_seq" | "last_seq">,
): string {
  const own = draftOf(memberId, id);
  const isOwn = own !== null && (own.unsaved || own.version >= draft_version);
  const { text, seq = last_seq } = isOwn ? own : { text: draft, seq: draft_seq };
  return seq < last_seq ? "" : text;
}

/** Stores the text that the member has written; it stays unsaved until the server has it. */
export function writeDraft(
  memberId: number,
  { kind, id, last_seq: seq }: { kind: ChatKind; id: number; last_seq?: number },
  { text, mentions = [] }: { text: string; mentions?: readonly Mention[] },
): void {
  const before = draftOf(memberId, id);
  const version = before?.version ?? 0;
  const cleared = before?.text === "" ? before.cleared : before?.text;
  const written = text.trim() === "" ? { text: "", mentions: [], cleared } : { text, mentions };
  put(memberId, id, {
    kind,
    version,
    seq,
    unsaved: true,
    ...written,
    mentions: [...written.mentions],
  });
}

/**
 * Receives the draft of the server. It replaces the local one, unless that has unsaved changes. An empty unsaved draft is
 * replaced too, since nothing is lost, but only by the text of another device: neither by the text that was cleared here
 * nor by one of `sent`, which came from this device.
 */
export function receiveDraft(
  memberId: number,
  { kind, id }: { kind: ChatKind; id: number },
  { text, version, mentions = [], seq }: DraftState,
  sent: readonly string[] = [],
): void {
  const own = draftOf(memberId, id);
  if (version <= (own?.version ?? 0)) return;
  const isSame = own !== null && own.text.trim() === text.trim();
  if (own && isSame)
    put(memberId, id, {
      ...own,
      mentions: own.unsaved ? own.mentions : mentions,
      version,
      seq: seq ?? own.seq,
      unsaved: false,
      cleared: undefined,
    });
  else if (own?.unsaved && !(own.text === "" && isForeign(text, own, sent)))
    put(memberId, id, { ...own, version });
  else put(memberId, id, { kind, text, mentions, version, seq, unsaved: false });
}

/** Whether another device has written the text. What was saved here while it was written is a beginning of it. */
function isForeign(text: string, { cleared = "" }: Draft, sent: readonly string[]): boolean {
  return !sent.includes(text) && !cleared.startsWith(text.trim());
}

/**
 * Lets the local draft follow a lower version of the server, whose versions begin anew when a member joins a group again.
 * `from`: the version that was sent; a draft that has another one by now stays as it is.
 */
export function rebaseDraft(
  memberId: number,
  chatId: number,
  { from, to }: { from: number; to: number },
): void {
  const own = draftOf(memberId, chatId);
  if (own?.version === from) put(memberId, chatId, { ...own, version: to });
}

/** Chats whose drafts the server does not have yet. */
export function unsavedDrafts(memberId: number): { kind: ChatKind; id: number }[] {
  const own = `${prefix}:${memberId}:`;
  return allKeys()
    .filter((key) => key.startsWith(own))
    .map((key) => Number(key.slice(own.length)))
    .flatMap((id) => {
      const draft = draftOf(memberId, id);
      return draft?.unsaved ? [{ kind: draft.kind, id }] : [];
    });
}

export function forgetDraft(memberId: number, chatId: number): void {
  forget(keyOf(memberId, chatId));
  listeners.call();
}

/** A shared computer must hold no texts of a former member. */
export function forgetOtherDrafts(memberId: number): void {
  const own = `${prefix}:${memberId}:`;
  for (const key of allKeys()) if (!key.startsWith(own)) forget(key);
}

function forget(key: string): void {
  read.delete(key);
  storeText("localStorage", key, null);
}

function put(memberId: number, chatId: number, draft: Draft): void {
  const key = keyOf(memberId, chatId);
  storeText("localStorage", key, JSON.stringify(draft));
  // Where storage is full or switched off, the text lives as long as the tab.
  read.set(key, { raw: rawOf(key), draft });
  listeners.call();
}

const rawOf = (key: string) => readStoredText("localStorage", key);

function parsed(raw: string | null): Draft | null {
  try {
    return raw === null ? null : (storedDraft.safeParse(JSON.parse(raw)).data ?? null);
  } catch {
    return null; // no version of this code wrote it
  }
}

/** The keys of all drafts, stored or living as long as the tab. */
function allKeys(): string[] {
  return [...new Set([...storedKeys("localStorage", `${prefix}:`), ...read.keys()])];
}
