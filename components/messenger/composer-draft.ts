import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useMember } from "#lib/auth/auth-context.tsx";
import { draftOf, keepDraft, onDraftChange, receiveDraft } from "#lib/messenger/drafts/drafts.ts";
import { nothingWritten, type Written } from "#lib/messenger/drafts/mention-text.ts";
import { saveDraft, saveDraftSoon } from "#lib/messenger/drafts/save-drafts.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { useTellTyping } from "#lib/messenger/tell-typing.ts";

/** What was begun in the chat, in this browser or on another device. */
export function useDraft(chat: Chat) {
  const memberId = useMember().id;
  const { kind, id, draft: text, draft_version: version } = chat;
  const { draft_mentions: mentions, draft_seq: seq, last_seq } = chat;
  const tellTyping = useTellTyping(chat);
  const draft = useSyncExternalStore(
    onDraftChange,
    () => draftOf(memberId, id),
    () => null,
  );
  useEffect(
    () => receiveDraft(memberId, { kind, id }, { text, version, mentions, seq }),
    [memberId, kind, id, text, version, mentions, seq],
  );
  const saveNow = useEffectEvent(() => void saveDraft(memberId, { kind, id }));
  useEffect(() => () => saveNow(), []);

  const write = (written: Written) => {
    keepDraft(memberId, { kind, id, last_seq }, written);
    saveDraftSoon(memberId, { kind, id });
    if (written.text.trim() !== "") tellTyping();
  };
  const clear = () => {
    keepDraft(memberId, { kind, id }, nothingWritten);
    saveDraftSoon(memberId, { kind, id }, 0);
  };
  return { written: draft ?? nothingWritten, write, clear };
}
