import { expect, it, vi } from "vitest";
import { createSendInTurn } from "#server/messenger/send/send-in-turn.ts";
import type { PreparedSend } from "#server/messenger/send/store-messages.ts";

const to = (chat_id: number) => ({ input: { chat_id } }) as PreparedSend; // nothing else of it is read

it("a message to a locked chat waits for that chat alone, and whoever comes later stands behind it until it is stored", async () => {
  const locked = Promise.withResolvers<undefined>();
  const work = vi.fn(async (chatId: number, batch: PreparedSend[]) => {
    if (chatId === 1) await locked.promise;
    return batch.map(() => Promise.resolve(chatId));
  });
  const send = createSendInTurn(work);
  const first = send(to(1));
  expect([send.isWaitedFor(1), send.isWaitedFor(2)]).toEqual([true, false]);
  await expect(send(to(2))).resolves.toBe(2);
  expect([send.isWaitedFor(1), send.isWaitedFor(2)]).toEqual([true, false]);
  const second = send(to(1));
  locked.resolve(undefined);
  await expect(Promise.all([first, second])).resolves.toEqual([1, 1]);
  expect(send.isWaitedFor(1)).toBe(false);
});
