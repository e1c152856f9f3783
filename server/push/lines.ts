/**
 * The lines in which pushes wait for their turn (D-PUSH), as jobs of the queue: a line is a group of jobs, the host of
 * a push service is the tier of the group, and the priority decides whose turn is next.
 */
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import type { GroupedJob, GroupedJobs } from "#server/infra/jobs/job-queue.ts";
import type { WorkPlaces } from "#server/infra/jobs/occupy-places.ts";

/** Where a job waits. */
export interface Line {
  id: string;
  /** Two jobs with the same key become one, if the earlier one still waits. */
  key: string;
  /** The host of the push service, unless it is a known one; lines of other services have places of their own. */
  host: string | null;
  /** Whether its pushes have failed at a known service before. */
  isRetried: boolean;
}

interface WaitingJob<Payload> {
  line: Line;
  payload: Payload;
}

const knownPriorityMax = 2_000_000_000;
const knownPriorityMin = 1_000_000_000;
/** The priority of a job of the line that would be due at `epochS`. */
const basePriorityOf = ({ host, isRetried }: Line) => {
  if (host !== null) return 0;
  return isRetried ? knownPriorityMin - 1 : knownPriorityMax;
};
/**
 * How many jobs a node does at once: for known push services, for what is tried there again, and for all others. A job of
 * the first takes some 150 ms, most of it until the service answers, so 60 nodes send 6,000 pushes a second
 * (docs/scaling.md).
 */
export const places: WorkPlaces[] = [
  { atOnce: 16, minPriority: knownPriorityMin },
  // A worker reads past every job that is not due, of which an outage leaves up to a million. So retries have a place of
  // their own, which takes a hundred at once.
  { atOnce: 1, jobsEach: 100, minPriority: 0, maxPriority: knownPriorityMin - 1 },
  { atOnce: 4, maxPriority: -1 },
];

/** A job is due this many seconds later for each job that waits before it in its line, and at its host. */
const turnS = 5;
const hostTurnS = 1;
/** At most this many jobs wait in the line of one recipient at unknown push services; beyond that the oldest is dropped. */
const waitingMax = 100;
/**
 * A job that has waited longer than this is not merged with a newer one, so that its age still shows how long a push
 * waits.
 */
const mergeWithinS = 5 * 60;

const epochS = Date.UTC(2026, 0, 1) / 1000;

/**
 * Queues jobs behind those of their line, or merges them into one that still waits under their key. The priority of a
 * job stands for the second at which it would be done if each job of its line took `turnS`. So a long line gives way to
 * a short one; its jobs are done all the same, because those that are added later are due later.
 */
export async function enqueueInLines<Payload extends object>(
  queue: GroupedJobs<Payload>,
  merge: (waiting: Payload, newer: Payload) => Payload,
  trx: Transaction<Tables>,
  jobs: WaitingJob<Payload>[],
): Promise<void> {
  const byKey = new Map<string, WaitingJob<Payload>>();
  for (const job of jobs) {
    const same = byKey.get(job.line.key);
    byKey.set(job.line.key, same ? { ...job, payload: merge(same.payload, job.payload) } : job);
  }
  for (const key of await mergeIntoWaiting(merge, trx, byKey)) byKey.delete(key);
  if (byKey.size === 0) return;
  const added = [...byKey.values()];
  await lockLines(trx, added);
  const waiting = await waitingIn(trx, added);
  const rows = added.map(({ line, payload }) => toRow(line, payload, waiting));
  await queue.enqueueGrouped(trx, rows);
  const long = added.filter(({ line }) => line.host && waiting.countOf(line) > waitingMax);
  if (long.length > 0) await dropOldest(trx, [...new Set(long.map(({ line }) => line.id))]);
}

/**
 * Whether a job waits. `blocked` is never set for a push; the condition is there because the indexes of waiting jobs have
 * it.
 */
export const isWaiting: RawBuilder<boolean> = sql`name = 'push' AND state < 'active' AND NOT blocked`;

/** A job that a node is just taking is locked and skipped: the newer job is then queued by itself. */
export const lockUnderKeys = (keys: string[]) => sql<{ id: string; key: string; data: unknown }>`
  SELECT id, singleton_key AS key, data FROM pgboss.job
  WHERE ${isWaiting} AND singleton_key = ANY (${keys}::text[])
    AND created_on > now() - make_interval(secs => ${mergeWithinS})
  FOR UPDATE SKIP LOCKED`;

/** How many jobs wait in each line, and the lowest priority of each; lines in which none waits are left out. */
export const readLines = (ids: string[]) => sql<{ id: string; waiting: number; last: number }>`
  SELECT group_id AS id, count(*)::int AS waiting, min(priority) AS last FROM pgboss.job
  WHERE ${isWaiting} AND group_id = ANY (${ids}::text[])
  GROUP BY group_id`;

/** The lowest priority that waits at each host: many lines may wait there, of which the index knows the last job. */
export const readHosts = (hosts: string[]) => sql<{ host: string; last: number | null }>`
  SELECT host, (SELECT min(priority) FROM pgboss.job WHERE ${isWaiting} AND group_tier = host) AS last
  FROM unnest(${hosts}::text[]) AS host`;

/** Merges jobs into the waiting ones with the same key, which start at once with all their tries; returns those keys. */
async function mergeIntoWaiting<Payload extends object>(
  merge: (waiting: Payload, newer: Payload) => Payload,
  trx: Transaction<Tables>,
  byKey: Map<string, WaitingJob<Payload>>,
): Promise<string[]> {
  const { rows } = await lockUnderKeys([...byKey.keys()]).execute(trx);
  const merged = new Map(
    rows.flatMap(({ id, key, data }) => {
      const newer = byKey.get(key);
      if (!newer) return [];
      const waiting = data as Payload; // only `enqueueInLines` queues under a key
      return [[key, { id, data: merge(waiting, newer.payload) }]];
    }),
  );
  if (merged.size > 0)
    // The merged job gets a new id, because a node that has just done the former job deletes it by its id.
    await sql`
      UPDATE pgboss.job SET id = gen_random_uuid(), data = newer.data, state = 'created', started_on = NULL, retry_count = 0, start_after = now()
      FROM json_to_recordset(${JSON.stringify([...merged.values()])}::json) AS newer (id uuid, data jsonb)
      WHERE name = 'push' AND job.id = newer.id`.execute(trx);
  return [...merged.keys()];
}

/**
 * Only lines of unknown services have a limit. A lock lets one transaction at a time count such a line, because two would
 * both find room for one more.
 */
async function lockLines(trx: Transaction<Tables>, jobs: { line: Line }[]): Promise<void> {
  const ids = [...new Set(jobs.flatMap(({ line }) => (line.host === null ? [] : line.id)))].sort();
  if (ids.length > 0)
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(id, 0)) FROM unnest(${ids}::text[]) AS id`.execute(
      trx,
    );
}

interface Waiting {
  /** When the last job of the line, or at its host, is due; undefined where none waits. */
  lastDueOf: (of: "line" | "host", line: Line) => number | undefined;
  countOf: (line: Line) => number;
  add: (line: Line, dueS: number) => void;
}

/** Reads what waits in the lines of these jobs, and at their hosts. */
async function waitingIn(trx: Transaction<Tables>, jobs: { line: Line }[]): Promise<Waiting> {
  const lines = new Map(jobs.map(({ line }) => [line.id, line]));
  const hosts = [...new Set(jobs.flatMap(({ line }) => line.host ?? []))];
  const last = new Map<string, number>();
  const counts = new Map<string, number>();
  const note = (key: string, dueS: number) =>
    void last.set(key, Math.max(dueS, last.get(key) ?? dueS));
  const keyOf = (of: "line" | "host", line: Line) =>
    `${of} ${of === "line" ? line.id : (line.host ?? "")}`;
  const add = (line: Line, dueS: number, count = 1) => {
    note(keyOf("line", line), dueS);
    note(keyOf("host", line), dueS);
    counts.set(line.id, (counts.get(line.id) ?? 0) + count);
  };
  for (const row of (await readLines([...lines.keys()]).execute(trx)).rows) {
    const line = lines.get(row.id);
    if (line) add(line, basePriorityOf(line) - row.last, row.waiting);
  }
  const atHosts = hosts.length > 0 ? (await readHosts(hosts).execute(trx)).rows : [];
  for (const row of atHosts) if (row.last !== null) note(`host ${row.host}`, -row.last);
  return {
    lastDueOf: (of, line) => last.get(keyOf(of, line)),
    countOf: ({ id }) => counts.get(id) ?? 0,
    add: (line, dueS) => {
      add(line, dueS);
    },
  };
}

function toRow<Payload extends object>(
  line: Line,
  payload: Payload,
  waiting: Waiting,
): GroupedJob<Payload> {
  const afterLine = (waiting.lastDueOf("line", line) ?? -turnS) + turnS;
  const afterHost = line.host ? (waiting.lastDueOf("host", line) ?? -hostTurnS) + hostTurnS : 0;
  const dueS = Math.max(Math.floor(Date.now() / 1000) - epochS, afterLine, afterHost);
  waiting.add(line, dueS);
  return {
    payload,
    priority: basePriorityOf(line) - dueS,
    group: { id: line.id, ...(line.host !== null && { tier: line.host }) },
    singletonKey: line.key,
  };
}

async function dropOldest(trx: Transaction<Tables>, lineIds: string[]): Promise<void> {
  await sql`
    WITH ranked AS (
      SELECT id, row_number() OVER (PARTITION BY group_id ORDER BY created_on DESC, priority) AS place
      FROM pgboss.job WHERE ${isWaiting} AND group_id = ANY (${lineIds}::text[])
    ), oldest AS (
      SELECT id FROM pgboss.job
      WHERE ${isWaiting} AND id IN (SELECT id FROM ranked WHERE place > ${waitingMax}) FOR UPDATE SKIP LOCKED
    )
    DELETE FROM pgboss.job WHERE name = 'push' AND id IN (SELECT id FROM oldest)`.execute(trx);
}
