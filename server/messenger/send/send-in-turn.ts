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

interface SendInTurn<Result> {
  (sending: PreparedSend): Promise<Result>;
  /** Whether others wait for the chat, so that a later message has to stand behind them. */
  isWaitedFor: (chatId: number) => boolean;
}

/** Gathers messages by their chat: while `work` waits for one chat, those to another do not. */
export function createSendInTurn<Result>(
  work: (chatId: number, batch: PreparedSend[]) => Promise<Promise<Result>[]>,
): SendInTurn<Result> {
  const few = pLimit(chatsAtOnceMax);
  const turns = new Map<number, Turn<Result>>();
  const send = async (sending: PreparedSend): Promise<Result> => {
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
  return Object.assign(send, { isWaitedFor: (chatId: number) => turns.has(chatId) });
}
