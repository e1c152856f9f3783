import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChosenFiles } from "#components/messenger/composer/composer-chosen.ts";
import { useDeletedMeanwhile } from "#components/messenger/composer-deleted.ts";
import { useDraft } from "#components/messenger/composer-draft.ts";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { createClientId } from "#lib/messenger/outbox/client-id.ts";
import type { Composing } from "#lib/messenger/drafts/composing.ts";
import { type EditedMessage, useEditMessage } from "#lib/messenger/edit-message.ts";
import {
  joinedTexts,
  rewritten,
  trimmed,
  type Written,
} from "#lib/messenger/drafts/mention-text.ts";
import { useOutbox } from "#lib/messenger/outbox/outbox-context.tsx";
import { lastEditable, loadedMessages, quoteOf } from "#lib/messenger/own-messages.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import { textFault } from "#lib/messenger/send-message.ts";

export interface Writing {
  written: Written;
  /** Why it cannot be sent as it stands: a key of a text. */
  fault: string | null;
  ready: boolean;
  /** What the field holds now, changed up to the caret. */
  type: (text: string, caret: number) => void;
  /** Puts it there with the caret at a place. */
  put: (written: Written, caret: number) => void;
  /** Where the caret is. Always the same function. */
  insert: (text: string) => void;
  submit: () => void;
  /** Whether there was a message to be edited. */
  editLast: () => boolean;
  leave: () => void;
}

/** The text of the field: the draft of the chat or, while a message is edited, that message. */
export function useWriting(
  chat: Chat,
  field: RefObject<HTMLTextAreaElement | null>,
  chosen: ChosenFiles,
): Writing {
  const client = useQueryClient();
  const memberId = useMember().id;
  const { composing, edit, stopComposing } = useConversation();
  const draft = useDraft(chat);
  const editing = useEditing(composing);
  const { written, write } = editing ?? draft;
  const put = useCaret(field, written.text, write);
  useFocusOnChange(field, composing);
  const send = useSend(chat, chosen);
  const keep = (more: Written) => draft.write(joinedTexts(draft.written, more));
  const save = useSaveEdited(chat, (message, unsaved) => {
    if (composing.mode === "new") edit(message, unsaved);
    else keep(unsaved);
  });
  useDeletedMeanwhile(chat, composing, () => {
    if (composing.mode === "edit" && written.text !== composing.message.text) keep(written);
    stopComposing();
  });

  const fault = textFault(written.text);
  const isBlank = written.text.trim() === "";
  const files = composing.mode === "edit" ? composing.message.attachments : chosen.files;
  const ready = fault === null && (!isBlank || files.length > 0);
  const submit = () => {
    if (!ready) return;
    if (composing.mode === "edit") save(composing.message, trimmed(written));
    else {
      send(trimmed(written), composing);
      draft.clear();
    }
    stopComposing();
  };
  const insert = useLatest((text: string) => {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = field.current ?? {};
    const next = written.text.slice(0, from) + text + written.text.slice(to);
    put(rewritten(written, next, from + text.length), from + text.length);
  });
  return {
    written,
    fault,
    ready,
    type: (text, caret) => write(rewritten(written, text, caret)),
    put,
    insert,
    submit,
    editLast: () => {
      const last = lastEditable(loadedMessages(client, chat.id), memberId);
      if (last) edit(last);
      return last !== null;
    },
    leave: stopComposing,
  };
}

/** Always the same function, which does what the latest does. */
function useLatest<Given>(act: (given: Given) => void): (given: Given) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((given) => latest.current(given), []);
}

/** What changes of messages say so far; one is forgotten with what began it. */
const changed = new WeakMap<Composing, Written>();

const begun = (composing: Extract<Composing, { mode: "edit" }>): Written =>
  changed.get(composing) ?? composing.written ?? composing.message;

/** The message that is edited as it was changed since one began to; the draft stays as it is meanwhile. */
function useEditing(composing: Composing) {
  const [edited, setEdited] = useState<{ in: Composing; written: Written } | null>(null);
  if (composing.mode !== "edit") return null;
  return {
    written: edited?.in === composing ? edited.written : begun(composing),
    write: (written: Written) => {
      changed.set(composing, written);
      setEdited({ in: composing, written });
    },
  };
}

function useSend({ kind, id: chatId }: Chat, chosen: ChosenFiles) {
  const outbox = useOutbox();
  return ({ text, mentions }: Written, composing: Composing) => {
    outbox.add({
      kind,
      chatId,
      clientId: createClientId(),
      text,
      mentions,
      reply: composing.mode === "reply" ? quoteOf(composing.message) : null,
      attachments: chosen.files,
      createdAt: new Date().toISOString(),
    });
    chosen.clear();
  };
}

/** `onUnsaved`: of a change that was refused nothing that was written is lost. */
function useSaveEdited(
  { kind, id: chatId }: Chat,
  onUnsaved: (message: Message, unsaved: Written) => void,
) {
  const t = useTranslations("Messenger");
  const putBack = useLatest(({ message, text, mentions }: EditedMessage) =>
    onUnsaved(message, { text, mentions }),
  );
  const { mutate } = useEditMessage({ kind, chatId }, (failure, edited) => {
    showFailure(t("composerNotSaved"), failure.message);
    putBack(edited);
  });
  return (message: Message, { text, mentions }: Written) => {
    if (text !== message.text) mutate({ message, text, mentions });
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

/** Who answers or edits goes on in the field, behind what is there. */
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
