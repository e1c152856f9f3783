import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { messagesQuery } from "#lib/messenger/cache/queries.ts";
import { windowOf } from "#lib/messenger/history/history-window.ts";
import { lastEditable, loadedMessages } from "#lib/messenger/history/loaded-messages.ts";
import { me, memberId, messageOf, messagesFrom } from "#lib/testing/message-samples.ts";

const client = new QueryClient();
const { queryKey } = messagesQuery("private", 7);

it.each([
  ["the last message of the member is edited", 9, 6],
  ["no message is edited after going to an old one, where the last is not known", 90, undefined],
])("%s", (_what, lastSeq, edited) => {
  const messages = messagesFrom(1, 9).with(5, messageOf(6, { author: me }));
  const meta = { first_seq: 1, last_seq: lastSeq, last_change: 0 };
  client.setQueryData(queryKey, windowOf({ data: messages, meta }));
  expect(lastEditable(loadedMessages(client, 7), memberId)?.seq).toBe(edited);
});
