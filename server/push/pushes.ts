import type { Transaction } from "kysely";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { Db } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";
import type { JobQueue } from "#server/infra/job-queue.ts";
import { forgetEndpoints, listSubscriptions, type Subscription } from "#server/push/repository.ts";
import { type Push, type SendPush, UnreachableService } from "#server/push/send-push.ts";

/** An event, small enough to be queued. The text is made when it is sent, so that it is not outdated. */
type Notice = object;

/** Returns the push for each of `userIds`; a member without an entry is no longer notified. */
type Compose<N extends Notice> = (notice: N, userIds: number[]) => Promise<Map<number, Push>>;

interface Job<N> {
  notice: N;
  userIds: number[];
  /** The browsers that failed before; absent when all browsers of the members get the push. */
  endpoints?: string[];
}

interface Pushes<N extends Notice> {
  /** Queues them for the browsers of the members. */
  notify(notices: { notice: N; userIds: number[] }[]): Promise<void>;
  /** Queues in the transaction that causes them; `wake` must be called after its commit. */
  enqueue(trx: Transaction<Tables>, notices: { notice: N; userIds: number[] }[]): Promise<void>;
  wake(): void;
}

interface Options<N extends Notice> {
  db: Db;
  jobs: JobQueue;
  log: Logger;
  send: SendPush;
  compose: Compose<N>;
}

/** Retries with growing delays for some minutes. After that, the unread count at the next visit has to do. */
const retries = 8;
/** A member who names slow services holds up one of them. */
const noticesAtOnce = 4;
const atOnce = 20;
/** A push service that did not answer, or not within this time, is not called again for this long. */
const slowMs = 2_000;
const awayForMs = 15_000;
const servicesMax = 1_000;

/** Notifies members in browsers that need not be open. An unreachable push service delays only its own pushes. */
export async function openPushes<N extends Notice>(options: Options<N>): Promise<Pushes<N>> {
  const { db, jobs, compose } = options;
  const sendOne = createPatientSend(options);
  const queue = await jobs.open<Job<N>>("push", work, { retries, atOnce: noticesAtOnce });

  async function work({ notice, userIds, endpoints }: Job<N>): Promise<void> {
    const subscriptions = await listSubscriptions(db, userIds, endpoints);
    if (subscriptions.length === 0) return;
    const pushes = await compose(notice, [...new Set(subscriptions.map((one) => one.user_id))]);
    const limit = pLimit(atOnce);
    const results = await Promise.all(
      subscriptions.map((subscription) => limit(() => sendOne(subscription, pushes))),
    );
    await forgetEndpoints(db, of(results, "gone"));
    const failed = of(results, "failed");
    if (failed.length === 0) return;
    // Only failed pushes are retried, one by one, so that none waits for another.
    if (endpoints?.length === 1) throw new Error("a push service is away");
    await enqueue(failed.map((endpoint) => ({ notice, userIds, endpoints: [endpoint] })));
  }

  const enqueueIn = async (trx: Transaction<Tables>, payloads: Job<N>[]) => {
    for (const payload of payloads) await queue.enqueue(trx, payload);
  };
  const enqueue = async (payloads: Job<N>[]) => {
    await db.transaction().execute((trx) => enqueueIn(trx, payloads));
    queue.wake();
  };
  return { notify: enqueue, enqueue: enqueueIn, wake: () => queue.wake() };
}

interface Result {
  endpoint: string;
  outcome: "sent" | "gone" | "refused" | "failed" | "outdated";
}

const of = (results: Result[], wanted: Result["outcome"]) =>
  results.filter(({ outcome }) => outcome === wanted).map(({ endpoint }) => endpoint);

/** Passes services over for a while that are away or slow, so that one of them does not hold up the others. */
export function createPatientSend({ send, log }: Pick<Options<Notice>, "send" | "log">) {
  const awayUntil = new LRUCache<string, number>({ max: servicesMax });
  return async (subscription: Subscription, pushes: Map<number, Push>): Promise<Result> => {
    const { endpoint, user_id } = subscription;
    const push = pushes.get(user_id);
    if (!push) return { endpoint, outcome: "outdated" };
    const { origin } = new URL(endpoint);
    if ((awayUntil.get(origin) ?? 0) > Date.now()) return { endpoint, outcome: "failed" };
    const began = performance.now();
    const pass = () => void awayUntil.set(origin, Date.now() + awayForMs);
    try {
      const outcome = await send(subscription, push);
      if (performance.now() - began > slowMs) pass();
      else awayUntil.delete(origin);
      if (outcome === "refused") log.warn({ pushService: origin }, "a push was refused");
      return { endpoint, outcome };
    } catch (error) {
      if (error instanceof UnreachableService || performance.now() - began > slowMs) pass();
      log.warn({ err: error, pushService: origin }, "could not send a push, will try again");
      return { endpoint, outcome: "failed" };
    }
  };
}
