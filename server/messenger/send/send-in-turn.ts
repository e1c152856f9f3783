/** Messages to chats that another transaction has locked (D-LOCKED-CHAT). */
import pLimit from "p-limit";
import { inBatches } from "#server/db/in-batches.ts";
import type { PreparedSend } from "#server/messenger/send/store-messages.ts";

/** Each locked chat takes a connection for as long as it is waited for. */
const chatsAtOnceMax = 4;

interface Turn<Result> {
  send: (sending: PreparedSend) => Promise<Result>;
  waiting: number;
}

/** Gathers messages by their chat: while `work` waits for one chat, those to another do not. */
export function createSendInTurn<Result>(
  work: (chatId: number, batch: PreparedSend[]) => Promise<Promise<Result>[]>,
) {
  const few = pLimit(chatsAtOnceMax);
  const turns = new Map<number, Turn<Result>>();
  return async (sending: PreparedSend): Promise<Result> => {
    const chatId = sending.input.chat_id;
    const turn = turns.get(chatId) ?? {
      send: inBatches((batch: PreparedSend[]) => few(() => work(chatId, batch))),
      waiting: 0,
    };
    turns.set(chatId, turn);
    turn.waiting += 1;
    try {
      return await turn.send(sending);
    } finally {
      turn.waiting -= 1;
      if (turn.waiting === 0) turns.delete(chatId);
    }
  };
}
