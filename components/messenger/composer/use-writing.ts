"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { messagesQuery } from "#lib/messenger/cache/queries.ts";
import { type Chat, messageText } from "#lib/messenger/contract/schema.ts";
import type { Composing } from "#lib/messenger/drafts/composing.ts";
import { draftOf, writeDraft, onDraftChange, receiveDraft } from "#lib/messenger/drafts/drafts.ts";
import {
  joinedTexts,
  nothingWritten,
  rewritten,
  type Written,
} from "#lib/messenger/drafts/mention-text.ts";
import { saveDraft, saveDraftSoon, textsSent } from "#lib/messenger/drafts/save-drafts.ts";
import { lastEditable, loadedMessages } from "#lib/messenger/history/loaded-messages.ts";
import { useSendTyping } from "#lib/messenger/typing.ts";

export interface Writing {
  written: Written;
  /** Why the text cannot be sent, as a message key; null if it can. */
  fault: string | null;
  /** Stores the text that the member has typed, and the caret. */
  type: (text: string, caret: number) => void;
  /** Replaces the text and sets the caret. */
  put: (written: Written, caret: number) => void;
  /** Inserts a text at the caret. Always the same function. */
  insert: (text: string) => void;
  /** Adds a text to the draft, below what it holds. */
  addToDraft: (more: Written) => void;
  clearDraft: () => void;
  /** Begins to edit the last message of the member; false if there is none. */
  editLast: () => boolean;
  /** Returns to a new message. */
  leave: () => void;
}

/** The text of the field: the draft of the chat or, while a message is edited, its new text. */
export function useWriting(chat: Chat, field: RefObject<HTMLTextAreaElement | null>): Writing {
  const client = useQueryClient();
  const memberId = useMember().id;
  const { composing, edit, stopComposing } = useConversation();
  const draft = useDraft(chat);
  const editing = useEditing(composing);
  const { written, write } = editing ?? draft;
  const put = useCaret(field, written.text, write);
  useFocusOnChange(field, composing);
  const addToDraft = (more: Written) => draft.write(joinedTexts(draft.written, more));
  useDeletedMeanwhile(chat, composing, () => {
    if (composing.mode === "edit" && written.text !== composing.message.text) addToDraft(written);
    stopComposing();
  });
  const insert = useStableCallback((given: string) => {
    // The field has "\n" alone, and its selection counts so; Windows pastes "\r\n".
    const text = given.replace(/\r\n?/gu, "\n");
    const { selectionStart: from = 0, selectionEnd: to = 0 } = field.current ?? {};
    const next = written.text.slice(0, from) + text + written.text.slice(to);
    put(rewritten(written, next, from + text.length), from + text.length);
  });
  return {
    written,
    fault: textFault(written.text),
    type: (text, caret) => write(rewritten(written, text, caret)),
    put,
    insert,
    addToDraft,
    clearDraft: draft.clear,
    editLast: () => {
      const last = lastEditable(loadedMessages(client, chat.id), memberId);
      if (last) edit(last);
      return last !== null;
    },
    leave: stopComposing,
  };
}

/** Why the text cannot be sent, as a message key; null if it can. A blank text is no fault yet. */
function textFault(text: string): string | null {
  if (text.trim() === "") return null;
  return messageText.safeParse(text.trim()).error?.issues[0]?.message ?? null;
}

/** Returns a function that never changes and calls the callback of the latest render. */
export function useStableCallback<Given>(act: (given: Given) => void): (given: Given) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((given) => latest.current(given), []);
}

/** The texts of edits that are under way; each is dropped with its edit. */
const editedTexts = new WeakMap<Composing, Written>();

const textOfEdit = (composing: Extract<Composing, { mode: "edit" }>): Written =>
  editedTexts.get(composing) ?? composing.written ?? composing.message;

/** The text of the message that is being edited; null while none is. The draft stays as it is meanwhile. */
function useEditing(composing: Composing) {
  const [edited, setEdited] = useState<{ in: Composing; written: Written } | null>(null);
  if (composing.mode !== "edit") return null;
  return {
    written: edited?.in === composing ? edited.written : textOfEdit(composing),
    write: (written: Written) => {
      editedTexts.set(composing, written);
      setEdited({ in: composing, written });
    },
  };
}

/** Sets the caret once the field shows the text that it belongs to. */
function useCaret(
  field: RefObject<HTMLTextAreaElement | null>,
  shown: string,
  write: (written: Written) => void,
) {
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current !== null) field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  }, [field, shown]);
  return (written: Written, caret: number) => {
    wanted.current = caret;
    write(written);
  };
}

/** Moves the focus into the field, behind its text, when a reply or an edit begins. */
function useFocusOnChange(field: RefObject<HTMLTextAreaElement | null>, composing: Composing) {
  const before = useRef(composing);
  useEffect(() => {
    if (before.current === composing) return;
    before.current = composing;
    if (composing.mode === "new") return;
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, [field, composing]);
}

/** The draft of the chat, begun in this browser or on another device. */
function useDraft(chat: Chat) {
  const memberId = useMember().id;
  const { kind, id, draft: text, draft_version: version } = chat;
  const { draft_mentions: mentions, draft_seq: seq, last_seq } = chat;
  const sendTyping = useSendTyping(chat);
  const draft = useSyncExternalStore(
    onDraftChange,
    () => draftOf(memberId, id),
    () => null,
  );
  useEffect(
    () => receiveDraft(memberId, { kind, id }, { text, version, mentions, seq }, textsSent(id)),
    [memberId, kind, id, text, version, mentions, seq],
  );
  const saveNow = useEffectEvent(() => void saveDraft(memberId, { kind, id }));
  useEffect(() => () => saveNow(), []);

  const write = (written: Written) => {
    writeDraft(memberId, { kind, id, last_seq }, written);
    saveDraftSoon(memberId, { kind, id });
    if (written.text.trim() !== "") sendTyping();
  };
  const clear = () => {
    writeDraft(memberId, { kind, id }, nothingWritten);
    saveDraftSoon(memberId, { kind, id }, 0);
  };
  return { written: draft ?? nothingWritten, write, clear };
}

/** Calls back when the message that is being answered or edited has been deleted. */
function useDeletedMeanwhile(
  { kind, id }: Chat,
  composing: Composing,
  onDeleted: () => void,
): void {
  const seq = composing.mode === "new" ? null : composing.message.seq;
  const { data: isDeleted = false } = useQuery({
    ...messagesQuery(kind, id),
    select: ({ messages }) =>
      messages.some((message) => message.seq === seq && message.deleted_at !== null),
  });
  const leave = useEffectEvent(onDeleted);
  useEffect(() => {
    if (isDeleted) leave();
  }, [isDeleted]);
}
