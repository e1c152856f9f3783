import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answerCalls, noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import {
  reactionOf,
  useChangeMessage,
  withOwnChoice,
} from "#lib/messenger/cache/change-message.ts";
import { messagesQuery } from "#lib/messenger/cache/queries.ts";
import { receiveChange } from "#lib/messenger/cache/receive-message.ts";
import type { Message, Reaction } from "#lib/messenger/contract/schema.ts";
import { windowOf } from "#lib/messenger/history/history-window.ts";
import { memberId, messageOf, peer } from "#lib/testing/message-samples.ts";

const { queryKey } = messagesQuery("private", 7);
const meta = { first_seq: 1, last_seq: 1, last_change: 0 };
const own = (emoji: string): Reaction => ({ emoji, count: 1, user_ids: [memberId] });
const theirs: Reaction = { emoji: "🙏", count: 1, user_ids: [peer.id] };

/** A loaded message, and a server whose answers to reactions the test gives one by one. */
function setUp(reactions: Reaction[] = []) {
  const answers: PromiseWithResolvers<Response>[] = [];
  answerCalls(() => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  });
  const client = new QueryClient();
  client.setQueryData(queryKey, windowOf({ data: [messageOf(1, { reactions })], meta }));
  const onFailed = vi.fn();
  const { result } = renderHook(
    () => useChangeMessage({ kind: "private", chatId: 7 }, { onFailed }),
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  const shown = () => client.getQueryData(queryKey)?.messages[0] ?? messageOf(1);
  const choose = (emoji: string) =>
    act(async () => result.current.mutate(reactionOf(shown(), memberId, emoji)));
  const change = (change: number, ...reactions: Reaction[]): Message =>
    messageOf(1, { change, reactions });
  const receive = (message: Message) => receiveChange(client, withOwnChoice(client, message));
  const isAsked = (count: number) => waitFor(() => expect(answers).toHaveLength(count));
  const accept = async (index: number, message: Message) => {
    await isAsked(index + 1);
    await act(async () => answers[index]?.resolve(Response.json({ message: "", data: message })));
  };
  const refuse = async (index: number) => {
    await isAsked(index + 1);
    const { body, status = 0 } = refusal("forbidden", "Недостаточно прав");
    answers[index]?.resolve(Response.json(body, { status }));
    await waitFor(() => expect(onFailed).toHaveBeenCalled());
  };
  const lose = async (index: number) => {
    await isAsked(index + 1);
    answers[index]?.reject(noNetwork);
    await waitFor(() => expect(onFailed).toHaveBeenCalled());
  };
  const reactionsShown = () => shown().reactions;
  return { choose, change, receive, accept, refuse, lose, reactionsShown };
}

it("a refused reaction disappears, and what another member has chosen meanwhile stays", async () => {
  const { choose, change, receive, refuse, reactionsShown } = setUp();
  await choose("👍");
  receive(change(1, theirs));
  expect(reactionsShown()).toEqual([theirs, own("👍")]);
  await refuse(0);
  expect(reactionsShown()).toEqual([theirs]);
});

it("of two reactions that are both refused none stays, and the one before them comes back", async () => {
  const { choose, refuse, reactionsShown } = setUp([own("❤️")]);
  await choose("👍");
  await choose("🎉");
  await refuse(0);
  expect(reactionsShown()).toEqual([own("🎉")]);
  await refuse(1);
  await waitFor(() => expect(reactionsShown()).toEqual([own("❤️")]));
});

it("a refused reaction gives way to the one that was accepted before it", async () => {
  const { choose, change, accept, refuse, reactionsShown } = setUp();
  await choose("👍");
  await choose("🎉");
  await accept(0, change(1, own("👍")));
  expect(reactionsShown()).toEqual([own("🎉")]);
  await refuse(1);
  await waitFor(() => expect(reactionsShown()).toEqual([own("👍")]));
});

it("a reaction whose answer was lost stays if the socket has brought it", async () => {
  const { choose, change, receive, lose, reactionsShown } = setUp();
  await choose("👍");
  receive(change(1, own("👍")));
  await lose(0);
  expect(reactionsShown()).toEqual([own("👍")]);
});
