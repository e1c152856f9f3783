/**
 * The loaded part of a chat's history in the query cache: every message between two seqs. It grows at both ends, up to
 * what a phone can hold.
 */
import {
  type Changes,
  type History,
  type Message,
  type Quote,
  quoteLengthMax,
} from "#lib/messenger/contract/schema.ts";

export interface HistoryWindow {
  /** Ascending by seq. */
  messages: readonly Message[];
  /**
   * The first and the last seq that the window covers. A seq between them without a message has no message on the
   * server either.
   */
  from: number;
  /** It is `from` - 1 while the window covers nothing. */
  to: number;
  /** Bounds of the whole history, as far as is known; 0 while the chat is empty. */
  firstSeq: number;
  lastSeq: number;
  /** The last change of the chat; `messages` include all changes up to `changedTo`. */
  lastChange: number;
  changedTo: number;
  /** Whether it reaches the end: then arriving messages are appended, and missing ones fetched. */
  live: boolean;
}

/** Beyond it, the messages farthest from the reader are dropped, and loaded again when they scroll back. */
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

/** With the page that ends before it. A message that was requested and is not in the page does not exist. */
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

/** With the page that follows it; catching up uses it too. */
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
 * With a page of messages that were changed after `after`. A page of the history that arrived meanwhile may lack earlier
 * changes, which are then still to be asked for.
 */
export function withChangedMessages(
  window: HistoryWindow,
  { data, meta }: Changes,
  { after, pageSize }: { after: number; pageSize: number },
): HistoryWindow {
  const changed = data.reduce(withChanged, window);
  const changedTo = data.length < pageSize ? meta.last_change : (data.at(-1)?.change ?? 0);
  return {
    ...changed,
    lastChange: Math.max(changed.lastChange, meta.last_change),
    changedTo: window.changedTo < after ? window.changedTo : Math.max(changed.changedTo, changedTo),
  };
}

/** Newly loaded messages joined with the known ones where they meet, else the new ones alone. */
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
 * With a message that arrived by socket or was sent here. The next message is appended, a known one is replaced unless
 * it is newer, and beyond a gap only the end is noted. `followed`: the reader is at the end; a reader elsewhere in a
 * long window loses nothing of it, and finds the newest by going there.
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

/** With the current state of a message, also where others quote it; an older state changes nothing. */
export function withChanged(window: HistoryWindow, message: Message): HistoryWindow {
  const messages = window.messages.map((known) => {
    if (known.seq === message.seq) return message.change >= known.change ? message : known;
    return known.reply_to === message.seq && known.reply
      ? { ...known, reply: quoteOf(message) }
      : known;
  });
  const isNext = message.change === window.changedTo + 1;
  return {
    ...window,
    messages,
    lastChange: Math.max(window.lastChange, message.change),
    changedTo: isNext ? message.change : window.changedTo,
  };
}

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

/** The newest `count` messages alone, or those that follow `readSeq` if they would not be among them. */
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
    // The page may be older than a change that came while it was on its way, of a message that was not loaded yet.
    changedTo: Math.min(window.changedTo, meta.last_change),
  };
}

/**
 * Without the messages before the first that the member sees: they have left the group and joined it again. What was
 * written between is missing.
 */
function startingAt(window: HistoryWindow, firstSeq: number): HistoryWindow {
  if (firstSeq <= window.from) return window;
  const messages = window.messages.filter(({ seq }) => seq >= firstSeq);
  return { ...window, messages, from: firstSeq, to: Math.max(window.to, firstSeq - 1) };
}
