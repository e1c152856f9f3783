import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { receiveChange } from "#lib/messenger/cache/receive-message.ts";
import { messageSearchQuery } from "#lib/messenger/cache/search-queries.ts";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import { messageOf } from "#lib/testing/message-samples.ts";

const found = messageOf(4, { text: "Салом" });
const elsewhere = messageOf(4, { chat_id: 8, text: "Салом" });
const deleted = { ...found, text: "", change: 1, deleted_at: "2025-11-20T13:00:00.000Z" };

/** Returns what the search of all chats shows, after it has found a message in each of two. */
async function search() {
  answerCalls(() => ({ body: { data: [found, elsewhere], meta: { next: null, chats: [] } } }));
  const client = new QueryClient();
  const options = messageSearchQuery("салом");
  await client.infiniteQuery(options);
  const observer = new InfiniteQueryObserver(client, { ...options, enabled: false });
  const shown = () => observer.getCurrentResult().data?.pages.flatMap(({ data }) => data);
  observer.subscribe(() => undefined);
  return { client, shown };
}

it("a search that has found a message loses it when it is deleted, and has it again when that is refused", async () => {
  const { client, shown } = await search();
  expect(shown()).toEqual([found, elsewhere]);
  receiveChange(client, { ...deleted, change: 0 }); // before the server has taken it
  expect(shown()).toEqual([elsewhere]);
  receiveChange(client, found);
  expect(shown()).toEqual([found, elsewhere]);
  receiveChange(client, deleted);
  receiveChange(client, found); // an older state that has come late
  expect(shown()).toEqual([elsewhere]);
});

it("a search that has found a message shows its text as it was edited", async () => {
  const { client, shown } = await search();
  const edited = { ...found, text: "Салом ҳаммага", change: 2 };
  receiveChange(client, edited);
  expect(shown()).toEqual([edited, elsewhere]);
});
