/** An outbox for tests. */
import { vi } from "vitest";
import { Outbox, type OutboxOptions } from "#lib/messenger/outbox/outbox.ts";
import type { SendFailure } from "#lib/messenger/outbox/outgoing.ts";
import { messageOf } from "#lib/testing/message-samples.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

export const offline = { failure: null, transient: true };
export const refused = { failure: "Недостаточно прав", transient: false };

/** An outbox whose requests the test answers by hand, in the order they were made. */
export function outboxByHand(options: Partial<OutboxOptions> = {}) {
  const requests: {
    clientId: string;
    signal: AbortSignal;
    answer: PromiseWithResolvers<Message>;
  }[] = [];
  const onSent = vi.fn<OutboxOptions["onSent"]>(() => undefined);
  const outbox = new Outbox({
    send: ({ clientId }, signal) => {
      const answer = Promise.withResolvers<Message>();
      requests.push({ clientId, signal, answer });
      return answer.promise;
    },
    onSent,
    describeFailure: (failure) => failure as SendFailure,
    ...options,
  });
  const add = (clientId: string, chatId = 7) =>
    outbox.add({
      kind: "private",
      chatId,
      clientId,
      text: clientId,
      createdAt: "2025-11-20T12:00:00.000Z",
    });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const accept = async (index: number) => {
    const client_id = requests[index]?.clientId ?? "";
    requests[index]?.answer.resolve(messageOf(index + 1, { client_id }));
    await settle();
  };
  const fail = async (index: number, why: SendFailure) => {
    requests[index]?.answer.reject(why);
    await settle();
  };
  const states = () => outbox.items().map(({ clientId, state }) => `${clientId} ${state}`);
  const sent = () => requests.map(({ clientId }) => clientId);
  const isAborted = (index: number) => requests[index]?.signal.aborted === true;
  return { outbox, onSent, add, accept, fail, states, sent, isAborted, settle };
}
