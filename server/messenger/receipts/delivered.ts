/**
 * How far chats were delivered to the devices of members: one statement for all receipts that arrive at about the same
 * time.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { ChatDeliveredEvent } from "#lib/messenger/contract/event-schema.ts";
import type { DeliveredFrame } from "#lib/messenger/contract/marks-schema.ts";
import type { Db } from "#server/db/database.ts";
import { peerIdOf } from "#server/members/private-peer.ts";
import { isOpenChat } from "#server/messenger/receipts/read-messages.ts";
import type { Publish } from "#server/realtime/realtime.ts";
import {
  listOtherRecipients,
  listReceiptRecipients,
} from "#server/messenger/receipts/receipt-recipients.ts";
import { isVisible } from "#server/visibility.ts";

interface Options {
  db: Db;
  log: Logger;
  publish: Publish;
}

const pauseMs = 200;
const atOnce = 1_000;
/** At most this many receipts wait while the database is away. */
const waitingMax = 20_000;
/** At most this many of them are of one member, so that nobody leaves no room for the receipts of others. */
const waitingMaxOfMember = 300;
const triesMax = 5;

interface Waiting {
  user_id: number;
  chat_id: number;
  seq: number;
  tries: number;
}

/**
 * Collects receipts and stores them in batches. A receipt that is lost with the process is sent again with the next
 * message, or when the chat is read.
 */
export function createDelivered({ db, log, publish }: Options) {
  const waiting = new Map<string, Waiting>();
  const waitingOf = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  const wait = (receipt: Waiting) => {
    const key = `${receipt.chat_id} ${receipt.user_id}`;
    const known = waiting.get(key);
    const own = waitingOf.get(receipt.user_id) ?? 0;
    if (known) {
      if (known.seq < receipt.seq) waiting.set(key, receipt);
    } else if (waiting.size < waitingMax && own < waitingMaxOfMember) {
      waiting.set(key, receipt);
      waitingOf.set(receipt.user_id, own + 1);
    }
  };
  const take = ({ chat_id, user_id }: Waiting) => {
    waiting.delete(`${chat_id} ${user_id}`);
    const left = (waitingOf.get(user_id) ?? 0) - 1;
    if (left > 0) waitingOf.set(user_id, left);
    else waitingOf.delete(user_id);
  };
  const flush = async () => {
    const receipts = [...waiting.values()].slice(0, atOnce);
    receipts.forEach(take);
    const retry = (receipt: Waiting) => {
      if (receipt.tries < triesMax) wait({ ...receipt, tries: receipt.tries + 1 });
    };
    try {
      const { moved, busy } = await storeDelivered(db, receipts);
      busy.forEach(retry);
      for (const [chatId, together] of Map.groupBy(moved, ({ chat_id }) => chat_id))
        await publishDelivered(db, publish, chatId, together);
    } catch (error) {
      log.warn({ err: error }, "could not store what was delivered, will try again");
      receipts.forEach(retry);
    }
  };
  const flushSoon = () => {
    timer ??= setTimeout(() => {
      void flush().finally(() => {
        timer = undefined;
        if (waiting.size > 0) flushSoon();
      });
    }, pauseMs).unref();
  };

  return (userId: number, frame: DeliveredFrame): void => {
    for (const { chat_id, seq } of frame) wait({ user_id: userId, chat_id, seq, tries: 0 });
    flushSoon();
  };
}

type Moved = Pick<Waiting, "user_id" | "chat_id" | "seq">;

/**
 * A member who may not see another's last visit must not learn it from receipts either: for them a message counts as
 * delivered when it is read. In a group this applies to every member who hides it from anybody.
 */
const showsArrival = sql`CASE chats.kind
  WHEN 'private' THEN ${isVisible("last_seen", sql<number>`${peerIdOf(sql.ref<number>("me.user_id"))}`)}
  ELSE users.privacy_last_seen = 'everyone' END`;

/**
 * Moves receipts forward, never back, and never past the last message. Nothing is stored for a chat that the member is
 * not in. Rows that are locked are skipped and tried again later, so that no send waits for them.
 */
async function storeDelivered(db: Db, receipts: Waiting[]) {
  const arrived = sql`unnest(${receipts.map(({ user_id }) => user_id)}::int[],
    ${receipts.map(({ chat_id }) => chat_id)}::int[], ${receipts.map(({ seq }) => seq)}::int[])
    AS arrived (user_id, chat_id, seq)`;
  const result = await sql<Moved & { moved: boolean }>`
    WITH ahead AS (
      SELECT me.user_id, me.chat_id, least(arrived.seq, last_seq) AS seq
      FROM ${arrived}
      JOIN chat_members AS me USING (user_id, chat_id)
      JOIN chats ON chats.id = me.chat_id
      JOIN users ON users.id = me.user_id
      WHERE me.delivered_seq < least(arrived.seq, last_seq) AND arrived.seq > me.joined_seq AND ${showsArrival}
        AND ${isOpenChat}
    ), free AS (
      SELECT me.user_id, me.chat_id, ahead.seq
      FROM chat_members AS me JOIN ahead USING (user_id, chat_id)
      FOR NO KEY UPDATE OF me SKIP LOCKED
    ), stored AS (
      UPDATE chat_members AS me SET delivered_seq = greatest(delivered_seq, free.seq)
      FROM free WHERE me.user_id = free.user_id AND me.chat_id = free.chat_id
      RETURNING me.user_id, me.chat_id
    )
    SELECT ahead.*, stored.user_id IS NOT NULL AS moved
    FROM ahead LEFT JOIN stored USING (user_id, chat_id)`.execute(db);
  const isBusy = new Set(
    result.rows.filter(({ moved }) => !moved).map((row) => `${row.chat_id} ${row.user_id}`),
  );
  return {
    moved: result.rows.flatMap(({ moved, ...receipt }) => (moved ? [receipt] : [])),
    busy: receipts.filter(({ chat_id, user_id }) => isBusy.has(`${chat_id} ${user_id}`)),
  };
}

/**
 * Publishes the receipts that moved together: the furthest to everybody, and the next one to the members who may not see
 * the furthest.
 */
async function publishDelivered(db: Db, publish: Publish, chatId: number, moved: Moved[]) {
  const [first, second] = moved.toSorted((one, other) => other.seq - one.seq);
  if (!first) return;
  const besides = moved.map(({ user_id }) => user_id);
  const receipt = { chatId, userId: first.user_id, seq: first.seq, besides };
  const event: ChatDeliveredEvent = first;
  publish(await listReceiptRecipients(db, receipt, "delivered_seq"), "chat_delivered", event);
  if (!second) return;
  const { user_id: userId } = second;
  publish(
    await listOtherRecipients(db, { chatId, userId }, first.user_id),
    "chat_delivered",
    second,
  );
}
