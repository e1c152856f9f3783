import type { Logger } from "pino";
import type { Db } from "#server/db/database.ts";
import { type IsReachable, listToTell, type Place } from "#server/messenger/notify/notices.ts";

interface Options {
  db: Db;
  log: Pick<Logger, "warn">;
  isReachable: IsReachable;
  tell: (told: { notice: Place; userIds: number[] }[]) => Promise<void>;
  settleMs?: number;
}

/** What is read on another device within it is told nowhere; and all that is written meanwhile costs one query. */
const settleMsDefault = 1_000;
/** More at once are the work of a machine: the oldest are not told. */
const waitingMax = 10_000;

/** Gathers the messages that were stored, and hands on those that somebody is to be told of. Sending waits for nothing here. */
export function createNoticeCollector({
  db,
  log,
  isReachable,
  tell,
  settleMs = settleMsDefault,
}: Options) {
  let waiting: Place[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const handOn = async (places: Place[]) => {
    if (places.length === 0) return;
    try {
      const hearers = await listToTell(db, places, { isReachable });
      const byMessage = Map.groupBy(hearers, ({ chat_id, seq }) => `${chat_id} ${seq}`);
      const told = [...byMessage.values()].flatMap((list) => {
        const [first] = list;
        if (!first) return [];
        const notice: Place = { chat_id: first.chat_id, seq: first.seq };
        return [{ notice, userIds: list.map(({ user_id }) => user_id) }];
      });
      if (told.length > 0) await tell(told);
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
    /** A message was stored. */
    noted({ chat_id, seq }: Place): void {
      const last = waiting.at(-1);
      if (last?.chat_id === chat_id && last.seq === seq) return; // told in another form
      waiting.push({ chat_id, seq });
      timer ??= setTimeout(() => void flush(), settleMs).unref();
    },
    /** Before the database goes: what waits is handed on now. */
    close: flush,
  };
}
