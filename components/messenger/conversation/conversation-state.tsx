"use client";

/** The state of the open conversation: the composing, the selected messages, and the message to scroll to. */
import {
  createContext,
  createRef,
  type ReactNode,
  type RefObject,
  use,
  useMemo,
  useState,
} from "react";
import { isTouch } from "#components/messenger/composer/composer-keys.ts";
import { isRendered } from "#lib/browser/is-rendered.ts";
import type { Composing } from "#lib/messenger/drafts/composing.ts";
import type { Written } from "#lib/messenger/drafts/mention-text.ts";
import { useComposings } from "#lib/messenger/outbox/outbox-context.tsx";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** Its functions and refs never change, so that components which only call them need no new render. */
interface ConversationState {
  composing: Composing;
  reply: (message: Message) => void;
  edit: (message: Message, written?: Written) => void;
  /** Returns to a new message. */
  stopComposing: () => void;
  /** The selected messages by their seq; null outside of selection mode. */
  selected: ReadonlyMap<number, Message> | null;
  toggleSelected: (message: Message) => void;
  clearSelection: () => void;
  /** The message to show; a new object every time. */
  target: { seq: number } | null;
  goTo: (seq: number) => void;
  /** The field of the composer. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** The box in which the messages scroll. */
  history: RefObject<HTMLElement | null>;
  /**
   * Gives the focus to the field, because the element that has it is unmounted; to `instead`, or else to the history,
   * where there is no field or where it would open the keyboard of a phone. A member who is typing goes on typing.
   */
  passFocusOn: (instead?: HTMLElement | null) => void;
}

const ConversationContext = createContext<ConversationState | null>(null);

interface ConversationProviderProps {
  chatId: number;
  /** The message that the address names; null for none. */
  openAt: number | null;
  children: ReactNode;
}

const afresh: Composing = { mode: "new" };

/** A member who comes back to a chat continues the reply or edit that they began there. */
export function ConversationProvider({ chatId, openAt, children }: ConversationProviderProps) {
  const composings = useComposings();
  const [composing, setComposing] = useState(() => composings.get(chatId) ?? afresh);
  const [selected, setSelected] = useState<ReadonlyMap<number, Message> | null>(null);
  const [target, setTarget] = useState(openAt === null ? null : { seq: openAt });
  const [namedAt, setNamedAt] = useState(openAt);
  // The address now names another message of the open chat.
  if (openAt !== namedAt) {
    setNamedAt(openAt);
    if (openAt !== null) setTarget({ seq: openAt });
  }
  const [actions] = useState(() => {
    const compose = (next: Composing) => {
      composings.set(chatId, next);
      setComposing(next);
    };
    const field = createRef<HTMLTextAreaElement>();
    const history = createRef<HTMLElement>();
    return {
      field,
      history,
      passFocusOn: (instead: HTMLElement | null = history.current) => {
        const { current } = field;
        if (current && current === document.activeElement) return;
        const canWrite = current !== null && isRendered(current) && !isTouch();
        (canWrite ? current : instead)?.focus({ preventScroll: true });
      },
      reply: (message: Message) => compose({ mode: "reply", message }),
      edit: (message: Message, written?: Written) => compose({ mode: "edit", message, written }),
      stopComposing: () => compose(afresh),
      toggleSelected: (message: Message) => setSelected((before) => toggled(before, message)),
      clearSelection: () => setSelected(null),
      goTo: (seq: number) => setTarget({ seq }),
    };
  });
  const state = useMemo<ConversationState>(
    () => ({ ...actions, composing, selected, target }),
    [actions, composing, selected, target],
  );
  return <ConversationContext value={state}>{children}</ConversationContext>;
}

export function useConversation(): ConversationState {
  const state = use(ConversationContext);
  if (!state) throw new Error("No conversation");
  return state;
}

function toggled(before: ReadonlyMap<number, Message> | null, message: Message) {
  const after = new Map(before);
  if (!after.delete(message.seq)) after.set(message.seq, message);
  return after.size > 0 ? after : null;
}
