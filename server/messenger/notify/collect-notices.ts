import type { Logger } from "pino";
import type { Db } from "#server/db/database.ts";
import type { Place } from "#server/messenger/history/show-messages.ts";
import { type IsReachable, listNoticeRecipients } from "#server/messenger/notify/notices.ts";

interface Options {
  db: Db;
  log: Pick<Logger, "warn">;
  isReachable: IsReachable;
  notify: (notices: { notice: Place; userIds: number[] }[]) => Promise<void>;
  settleMs?: number;
}

/** A message that is read on another device meanwhile causes no notice, and all stored meanwhile cost one query. */
const settleMsDefault = 1_000;
/** More at once come from a program, so the oldest cause no notice. */
const waitingMax = 10_000;

/** Collects stored messages and passes on those that need notices. Sending does not wait for it. */
export function createNoticeCollector({
  db,
  log,
  isReachable,
  notify,
  settleMs = settleMsDefault,
}: Options) {
  let waiting: Place[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const handOn = async (places: Place[]) => {
    if (places.length === 0) return;
    try {
      const recipients = await listNoticeRecipients(db, places, { isReachable });
      const byMessage = Map.groupBy(recipients, ({ chat_id, seq }) => `${chat_id} ${seq}`);
      const notices = [...byMessage.values()].flatMap((list) => {
        const [first] = list;
        if (!first) return [];
        const notice: Place = { chat_id: first.chat_id, seq: first.seq };
        return [{ notice, userIds: list.map(({ user_id }) => user_id) }];
      });
      if (notices.length > 0) await notify(notices);
    } catch (error) {
      log.warn({ err: error }, "could not queue notices of messages");
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const places = waiting.slice(-waitingMax);
    waiting = [];
    running = running.then(() => handOn(places));
    return running;
  };

  return {
    /** Collects a stored message. */
    collect: ({ chat_id, seq }: Place): void => {
      waiting.push({ chat_id, seq });
      timer ??= setTimeout(() => void flush(), settleMs).unref();
    },
    /** Must be called before the database closes: passes on what waits. */
    close: flush,
  };
}
