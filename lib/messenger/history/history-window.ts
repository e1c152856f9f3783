/**
 * The loaded part of a chat's history in the query cache: every message between two seqs. It grows at both ends, up to
 * what a phone can hold.
 */
import * as z from "zod/mini";
import {
  type Changes,
  type History,
  type Message,
  message,
  type Quote,
  quoteLengthMax,
} from "#lib/messenger/contract/schema.ts";

export const historyWindow = z.object({
  /** Ascending by seq. */
  messages: z.readonly(z.array(message)),
  /**
   * The first and the last seq that the window covers. If a seq between them has no message here, it has none on the
   * server either.
   */
  from: z.int(),
  /** Equals `from` - 1 while the window covers nothing. */
  to: z.int(),
  /** Bounds of the whole history, as far as is known; 0 while the chat is empty. */
  firstSeq: z.int(),
  lastSeq: z.int(),
  /** The last change of the chat; `messages` include all changes up to `changedTo`. */
  lastChange: z.int(),
  changedTo: z.int(),
  /** Whether the window reaches the end of the history: then arriving messages are appended, and missing ones fetched. */
  live: z.boolean(),
});
export type HistoryWindow = z.infer<typeof historyWindow>;

/** A longer window drops the messages farthest from the reader, and loads them again when the reader scrolls back. */
export const windowMessagesMax = 600;
/** Messages are dropped only past this excess, so that it does not happen for every single message. */
const slack = 100;

export function windowOf({ data, meta }: History): HistoryWindow {
  const from = data[0]?.seq ?? meta.last_seq + 1;
  const to = data.at(-1)?.seq ?? meta.last_seq;
  return {
    messages: data,
    from,
    to,
    firstSeq: meta.first_seq,
    lastSeq: meta.last_seq,
    lastChange: meta.last_change,
    changedTo: meta.last_change,
    live: to >= meta.last_seq,
  };
}

/** Whether a message can be shown where it stands, if it exists. */
export function covers({ from, to }: HistoryWindow, seq: number): boolean {
  return seq >= from && seq <= to;
}

export const hasOlder = ({ from, firstSeq }: HistoryWindow) => firstSeq > 0 && from > firstSeq;
/** Whether the chat has messages from before the reader joined, which only those see who were in it then. */
export const hidesEarlier = ({ firstSeq }: HistoryWindow) => firstSeq > 1;
export const hasNewer = ({ live, to, lastSeq }: HistoryWindow) => !live && to < lastSeq;

/** Returns the window with the page before it added. A requested message that is not in the page does not exist. */
export function withOlder(known: HistoryWindow, { data, meta }: History): HistoryWindow {
  const window = bounded(known, meta);
  const older = data.filter(({ seq }) => seq < window.from);
  const grown: HistoryWindow = {
    ...window,
    messages: [...older, ...window.messages],
    from: Math.min(window.from, data[0]?.seq ?? meta.first_seq),
  };
  return grown.messages.length > windowMessagesMax + slack
    ? withoutNewest(grown, windowMessagesMax)
    : grown;
}

/** Returns the window with the page after it added; catching up uses it too. */
export function withNewer(known: HistoryWindow, { data, meta }: History): HistoryWindow {
  const window = bounded(known, meta);
  const newer = data.filter(({ seq }) => seq > window.to);
  const to = Math.max(window.to, data.at(-1)?.seq ?? meta.last_seq);
  const grown: HistoryWindow = {
    ...window,
    messages: [...window.messages, ...newer],
    to,
    live: window.live || to >= meta.last_seq,
  };
  return withoutOldest(grown, windowMessagesMax + slack, windowMessagesMax);
}

/**
 * Returns the window with the states of messages that were changed after the change `after`. A page of the history that
 * arrived meanwhile may lack earlier changes, which must then still be fetched.
 */
export function withChangedMessages(
  window: HistoryWindow,
  { data, meta }: Changes,
  { after, pageSize }: { after: number; pageSize: number },
): HistoryWindow {
  const changed = data.reduce(withChanged, window);
  const lastFetched = data.length < pageSize ? meta.last_change : (data.at(-1)?.change ?? 0);
  const early = data.find((message) => isEarly(window, message));
  const changedTo = early ? early.change - 1 : lastFetched;
  return {
    ...changed,
    lastChange: Math.max(changed.lastChange, meta.last_change),
    changedTo: window.changedTo < after ? window.changedTo : Math.max(changed.changedTo, changedTo),
  };
}

/** Joins newly loaded messages with those of the window where the two meet; otherwise only the new ones remain. */
export function joined(before: HistoryWindow | undefined, loaded: HistoryWindow): HistoryWindow {
  const known = before && startingAt(before, loaded.firstSeq);
  if (!known || known.to + 1 < loaded.from || loaded.to + 1 < known.from) return loaded;
  const outside = known.messages.filter(({ seq }) => !covers(loaded, seq));
  const messages = [...outside, ...loaded.messages].sort((a, b) => a.seq - b.seq);
  const to = Math.max(known.to, loaded.to);
  const lastSeq = Math.max(known.lastSeq, loaded.lastSeq);
  return {
    ...loaded,
    messages,
    from: Math.min(known.from, loaded.from),
    to,
    lastSeq,
    lastChange: Math.max(known.lastChange, loaded.lastChange),
    changedTo: outside.length > 0 ? Math.min(known.changedTo, loaded.changedTo) : loaded.changedTo,
    live: to >= lastSeq,
  };
}

/**
 * Returns the window with a message that arrived by socket or was sent here. The next message is appended, one that is
 * there already is replaced unless it is newer, and beyond a gap only the end of the history is noted. `followed`: the
 * reader is at the end. For a reader elsewhere in a long window nothing is dropped; they find the newest messages by
 * going to the end.
 */
export function withArrived(
  window: HistoryWindow,
  message: Message,
  followed: boolean,
): HistoryWindow {
  const known = {
    ...window,
    firstSeq: window.firstSeq || message.seq,
    lastSeq: Math.max(window.lastSeq, message.seq),
  };
  if (message.seq <= window.to) return withChanged(known, message);
  if (!window.live || message.seq !== window.to + 1) return known;
  const isFull = window.messages.length >= windowMessagesMax + slack;
  if (isFull && !followed) return { ...known, live: false };
  const grown = { ...known, messages: [...window.messages, message], to: message.seq };
  return withoutOldest(grown, windowMessagesMax + slack, windowMessagesMax);
}

/**
 * Returns the window with the current state of a message, also in quotes of it; an older state changes nothing. A change
 * that comes before its message stays to be fetched, because the message may still arrive as it was written.
 */
export function withChanged(window: HistoryWindow, message: Message): HistoryWindow {
  const isOlder = window.messages.some(
    ({ seq, change }) => seq === message.seq && change > message.change,
  );
  const messages = isOlder
    ? window.messages
    : window.messages.map((known) => {
        if (known.seq === message.seq) return message;
        return known.reply_to === message.seq && known.reply
          ? { ...known, reply: quoteOf(message) }
          : known;
      });
  const early = isEarly(window, message);
  const isNext = message.change === window.changedTo + 1 && !early;
  return {
    ...window,
    messages,
    lastSeq: early ? Math.max(window.lastSeq, message.seq) : window.lastSeq,
    lastChange: Math.max(window.lastChange, message.change),
    changedTo: isNext ? message.change : window.changedTo,
  };
}

/** Whether a changed message is still to be appended. Elsewhere it is loaded with a page, which has its current state. */
const isEarly = ({ live, to }: HistoryWindow, { seq }: Message) => live && seq > to;

/** The part of a message that a reply to it shows. */
export function quoteOf({ seq, author, text, attachments, deleted_at }: Message): Quote {
  return {
    seq,
    author: { id: author.id, fullname: author.fullname },
    text: Array.from(text).slice(0, quoteLengthMax).join(""),
    attachment: attachments[0]?.kind ?? null,
    deleted: deleted_at !== null,
  };
}

/** Returns only the newest `count` messages or, if the first unread one is not among them, `count` messages around it. */
export function trimmedWindow(
  window: HistoryWindow,
  count: number,
  readSeq: number,
): HistoryWindow {
  const newest = withoutOldest(window, count, count);
  if (newest.from <= readSeq + 1) return newest;
  const firstUnread = window.messages.findIndex(({ seq }) => seq > readSeq);
  const start = Math.max(0, firstUnread - Math.floor(count / 2));
  const messages = window.messages.slice(start);
  const from = messages[0]?.seq ?? window.from;
  return withoutNewest({ ...window, messages, from }, count);
}

function withoutOldest(window: HistoryWindow, max: number, count: number): HistoryWindow {
  if (window.messages.length <= max) return window;
  const messages = window.messages.slice(-count);
  return { ...window, messages, from: messages[0]?.seq ?? window.from };
}

function withoutNewest(window: HistoryWindow, count: number): HistoryWindow {
  if (window.messages.length <= count) return window;
  const messages = window.messages.slice(0, count);
  return { ...window, messages, to: messages.at(-1)?.seq ?? window.to, live: false };
}

function bounded(window: HistoryWindow, meta: History["meta"]): HistoryWindow {
  return {
    ...startingAt(window, meta.first_seq),
    firstSeq: meta.first_seq,
    lastSeq: Math.max(window.lastSeq, meta.last_seq),
    lastChange: Math.max(window.lastChange, meta.last_change),
    // The page may have been read before a change that arrived while it was on its way, to a message that was not
    // loaded yet.
    changedTo: Math.min(window.changedTo, meta.last_change),
  };
}

/**
 * Returns the window without messages from before the first that the member may see: they left the group and joined it
 * again, and what was written between is not shown to them.
 */
function startingAt(window: HistoryWindow, firstSeq: number): HistoryWindow {
  if (firstSeq <= window.from) return window;
  const messages = window.messages.filter(({ seq }) => seq >= firstSeq);
  return { ...window, messages, from: firstSeq, to: Math.max(window.to, firstSeq - 1) };
}
