/**
 * The loaded history of a chat, as the query cache holds it: pages newest first, messages
 * ascending within a page and without gaps over all of them.
 */
import type { InfiniteData } from "@tanstack/react-query";
import type { History, Message } from "#lib/messenger/schema.ts";

/** Seq that the page ends before; null: the newest page. */
export type HistoryPageParam = number | null;
export type HistoryPages = InfiniteData<History>;

/** Every loaded message, oldest first. */
export function messagesOf(pages: HistoryPages): Message[] {
  return pages.pages.toReversed().flatMap((page) => page.data);
}

/** Seq of the newest loaded message; 0 while the chat is empty. */
export function lastSeqOf(pages: HistoryPages): number {
  return pages.pages.find((page) => page.data.length > 0)?.data.at(-1)?.seq ?? 0;
}

/** Where the page before this one ends, if the chat has older messages. */
export function olderPageParam(page: History): number | undefined {
  const first = page.data[0]?.seq;
  return first !== undefined && first > page.meta.first_seq ? first : undefined;
}

/** The newest messages alone, as one page that can grow upwards again. */
export function trimHistory(pages: HistoryPages, kept: number): HistoryPages {
  const [newest] = pages.pages;
  const messages = messagesOf(pages);
  if (!newest || messages.length <= kept) return pages;
  return { pages: [{ ...newest, data: messages.slice(-kept) }], pageParams: [null] };
}

/**
 * Adds messages that came by socket, by sending or by catching up. What follows the newest message
 * is appended, what is loaded already is replaced, and what lies beyond a gap is left out:
 * `gap` then tells that `getMessages?after=` has to fill it.
 */
export function mergeMessages(
  pages: HistoryPages,
  incoming: readonly Message[],
): { pages: HistoryPages; gap: boolean } {
  const bySeq = incoming.toSorted((a, b) => a.seq - b.seq);
  let merged = pages;
  let gap = false;
  for (const message of bySeq) {
    const last = lastSeqOf(merged);
    if (message.seq === last + 1) merged = append(merged, message);
    else if (message.seq <= last) merged = replace(merged, message);
    else gap = true;
  }
  return { pages: merged, gap };
}

/** Adds what the server says follows a message: its answer is whole, even where a seq is missing. */
export function appendAfter(pages: HistoryPages, following: readonly Message[]): HistoryPages {
  return following.reduce(
    (known, message) =>
      message.seq > lastSeqOf(known) ? append(known, message) : replace(known, message),
    pages,
  );
}

function append(pages: HistoryPages, message: Message): HistoryPages {
  const [newest, ...older] = pages.pages;
  if (!newest) return pages;
  const page: History = {
    data: [...newest.data, message],
    meta: {
      first_seq: newest.meta.first_seq || message.seq,
      last_seq: Math.max(newest.meta.last_seq, message.seq),
    },
  };
  return { ...pages, pages: [page, ...older] };
}

function replace(pages: HistoryPages, message: Message): HistoryPages {
  const index = pages.pages.findIndex((page) => page.data.some(({ seq }) => seq === message.seq));
  const page = pages.pages[index];
  if (!page) return pages;
  const data = page.data.map((known) => (known.seq === message.seq ? message : known));
  return { ...pages, pages: pages.pages.with(index, { ...page, data }) };
}
