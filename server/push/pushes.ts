import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { Db } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";
import type { JobQueue } from "#server/infra/jobs/job-queue.ts";
import { isOfKnownService } from "#server/push/endpoint.ts";
import { enqueueInLines, type Line, places } from "#server/push/lines.ts";
import { forgetEndpoints, listSubscriptions, type Subscription } from "#server/push/repository.ts";
import { type Push, type SendPush, UnreachableService } from "#server/push/send-push.ts";

/** An event, small enough to be queued. The text is made when it is sent, so that it is not outdated. */
type Notice = object;

/** Returns the push for each of `userIds`; a member without an entry is no longer notified. */
type Compose<N extends Notice> = (notice: N, userIds: number[]) => Promise<Map<number, Push>>;

/** Notices with the same subject are about the same chat or event; the one with the highest number is the newest. */
interface Subject {
  subject: string;
  number: number;
}

interface Job<N> {
  /** The newest notice of its subject. */
  notice: N;
  /**
   * Earlier notices that still waited, newest first. A member gets the first of all notices that can still be composed
   * for them, such as when the newest message was deleted.
   */
  earlier?: N[];
  userIds: number[];
  /** The browser of a push that waits by itself; absent when all browsers of the members get the push. */
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
  subjectOf: (notice: N) => Subject;
}

/**
 * The number of retries; with their growing delays they take some minutes. After that the member sees the unread count
 * at the next visit.
 */
const retries = 8;
const atOnce = 20;
/**
 * At most this many earlier notices are queued with the newest of a subject, in case that is deleted before it is
 * pushed.
 */
const earlierMax = 4;
/** A push service that did not answer, or not within this time, is not called again for this long. */
const slowMs = 2_000;
const awayForMs = 15_000;
const servicesMax = 1_000;

/**
 * Notifies members in browsers that need not be open. A push to a known push service is sent with those to all other
 * recipients of its notice. Any other service is named by a member, who may answer slowly on purpose: its pushes wait
 * one by one, in the line of their recipient, for places of their own (D-PUSH).
 */
export async function openPushes<N extends Notice>(options: Options<N>): Promise<Pushes<N>> {
  const { db, jobs, subjectOf } = options;
  const sendOne = createPatientSend(options);
  const queue = await jobs.open<Job<N>>("push", work, { retries, places });
  const merge = createMerge(subjectOf);

  async function work(job: Job<N>): Promise<void> {
    const { userIds, endpoints } = job;
    const subscriptions = await listSubscriptions(db, userIds, endpoints);
    const isSent = ({ endpoint }: Subscription) =>
      endpoints !== undefined || isOfKnownService(endpoint);
    const others = subscriptions.filter((subscription) => !isSent(subscription));
    if (others.length > 0) await enqueue(others.map((one) => toOneBrowser(job, one)));
    const sent = subscriptions.filter(isSent);
    if (sent.length === 0) return;
    const pushes = await composeNewest(options, job, [...new Set(sent.map((one) => one.user_id))]);
    const limit = pLimit(atOnce);
    const results = await Promise.all(
      sent.map(async (subscription) => ({
        subscription,
        outcome: await limit(() => sendOne(subscription, pushes)),
      })),
    );
    const of = (wanted: Outcome) =>
      results.flatMap(({ subscription, outcome }) => (outcome === wanted ? [subscription] : []));
    await forgetEndpoints(
      db,
      of("gone").map(({ endpoint }) => endpoint),
    );
    const failed = of("failed");
    if (failed.length === 0) return;
    // Only the pushes that failed are retried, each as a job of its own, so that none waits for another.
    if (endpoints?.length === 1) throw new Error("a push service is away");
    await enqueue(failed.map((one) => toOneBrowser(job, one)));
  }

  const enqueueIn = async (trx: Transaction<Tables>, payloads: Job<N>[]) => {
    if (payloads.length === 0) return;
    const waiting = payloads.map((payload) => ({ payload, line: lineOf(payload, subjectOf) }));
    await enqueueInLines(queue, merge, trx, waiting);
  };
  const enqueue = async (payloads: Job<N>[]) => {
    await db.transaction().execute((trx) => enqueueIn(trx, payloads));
    queue.wake();
  };
  return { notify: enqueue, enqueue: enqueueIn, wake: () => queue.wake() };
}

const toOneBrowser = <N>(job: Job<N>, { user_id, endpoint }: Subscription): Job<N> => ({
  ...job,
  userIds: [user_id],
  endpoints: [endpoint],
});

/** Returns the line: notices wait in the line of their subject, pushes to one browser in the line of its member. */
function lineOf<N>(
  { notice, userIds, endpoints }: Job<N>,
  subjectOf: (notice: N) => Subject,
): Line {
  const { subject } = subjectOf(notice);
  const parts = JSON.stringify([subject, userIds.toSorted((one, other) => one - other), endpoints]);
  const key = createHash("sha256").update(parts).digest("base64url");
  const [endpoint] = endpoints ?? [];
  if (endpoint === undefined) return { id: subject, key, host: null, isRetried: false };
  const member = `member ${String(userIds[0])}`;
  if (isOfKnownService(endpoint)) return { id: member, key, host: null, isRetried: true };
  const host = new URL(endpoint).hostname;
  return { id: `${member} elsewhere`, key, host, isRetried: false };
}

const createMerge =
  <N>(subjectOf: (notice: N) => Subject) =>
  (waiting: Job<N>, newer: Job<N>): Job<N> => {
    const all = [newer, waiting].flatMap(({ notice, earlier = [] }) => [notice, ...earlier]);
    const byNumber = new Map(all.map((notice) => [subjectOf(notice).number, notice]));
    const [notice = newer.notice, ...earlier] = [...byNumber]
      .toSorted(([one], [other]) => other - one)
      .map(([, each]) => each);
    return { ...newer, notice, earlier: earlier.slice(0, earlierMax) };
  };

async function composeNewest<N extends Notice>(
  { compose }: Options<N>,
  { notice, earlier = [] }: Job<N>,
  userIds: number[],
): Promise<Map<number, Push>> {
  const pushes = new Map<number, Push>();
  for (const each of [notice, ...earlier]) {
    const without = userIds.filter((id) => !pushes.has(id));
    if (without.length === 0) break;
    for (const [id, push] of await compose(each, without)) pushes.set(id, push);
  }
  return pushes;
}

type Outcome = "sent" | "gone" | "refused" | "failed" | "outdated";

/** Skips push services that are away or slow for a while, so that one of them does not hold up the others. */
export function createPatientSend({ send, log }: Pick<Options<Notice>, "send" | "log">) {
  const awayUntil = new LRUCache<string, number>({ max: servicesMax });
  return async (subscription: Subscription, pushes: Map<number, Push>): Promise<Outcome> => {
    const { endpoint, user_id } = subscription;
    const push = pushes.get(user_id);
    if (!push) return "outdated";
    const { origin } = new URL(endpoint);
    if ((awayUntil.get(origin) ?? 0) > Date.now()) return "failed";
    const began = performance.now();
    const pass = () => void awayUntil.set(origin, Date.now() + awayForMs);
    try {
      const outcome = await send(subscription, push);
      if (performance.now() - began > slowMs) pass();
      else awayUntil.delete(origin);
      if (outcome === "refused") log.warn({ pushService: origin }, "a push was refused");
      return outcome;
    } catch (error) {
      if (error instanceof UnreachableService || performance.now() - began > slowMs) pass();
      log.warn({ err: error, pushService: origin }, "could not send a push, will try again");
      return "failed";
    }
  };
}
