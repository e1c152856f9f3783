import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HopelessJob, type Jobs } from "#server/infra/jobs/job-queue.ts";
import { startTestQueue, type TestQueue } from "#server/testing/test-queue.ts";

interface Work {
  number: number;
}

let queue: TestQueue;
beforeEach(async () => {
  queue = await startTestQueue();
});
afterEach(() => queue.close());

/** A worker that records its jobs; `fail` may throw instead. */
const openWorker = async (fail: (work: Work, run: number) => void = () => undefined) => {
  const runs: { number: number; jobId: string }[] = [];
  const jobs = await queue.jobs.open<Work>("mail", (work, jobId) => {
    runs.push({ number: work.number, jobId });
    fail(work, runs.length);
    return Promise.resolve();
  });
  return { runs, jobs };
};
const add = async (jobs: Jobs<Work>, ...numbers: number[]) => {
  for (const number of numbers)
    await queue.db.transaction().execute((trx) => jobs.enqueue(trx, { number }));
  jobs.wake();
};
const left = async () =>
  (await sql<{ data: Work }>`SELECT data FROM pgboss.job WHERE name = 'mail'`.execute(queue.db))
    .rows;
/** Resolves once no job is left. */
const finish = (jobs: Jobs<Work>) =>
  expect
    .poll(
      () => {
        jobs.wake();
        return left();
      },
      { timeout: 15_000 },
    )
    .toEqual([]);

describe("a job", () => {
  it("is done once, and nothing of it stays stored", async () => {
    const { jobs, runs } = await openWorker();
    await add(jobs, 1, 2, 3, 4, 5);
    await finish(jobs);
    expect(runs.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it("of a transaction that fails is never done", async () => {
    const { jobs, runs } = await openWorker();
    const failing = queue.db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, { number: 1 });
      throw new Error("the cause failed");
    });
    await expect(failing).rejects.toThrow("the cause failed");
    await add(jobs, 2);
    await finish(jobs);
    expect(runs.map(({ number }) => number)).toEqual([2]);
  });

  it("that fails is tried again under the same id until it succeeds, and logged", async () => {
    const { jobs, runs } = await openWorker((_work, run) => {
      if (run < 4) throw new Error(`failure ${run}`);
    });
    await add(jobs, 1);
    await finish(jobs);
    expect(runs).toHaveLength(4);
    expect(new Set(runs.map(({ jobId }) => jobId)).size).toBe(1);
    expect(queue.logged("job failed, will be tried again")).toHaveLength(3);
  });

  it("that fails delays no other", async () => {
    const { jobs, runs } = await openWorker((_work, run) => {
      if (run < 3) throw new Error("later");
    });
    await add(jobs, 1, 2, 3);
    await finish(jobs);
    expect(new Set(runs.map(({ number }) => number))).toEqual(new Set([1, 2, 3]));
    expect(runs).toHaveLength(5);
  });

  it("that can never succeed is logged and dropped", async () => {
    const { jobs, runs } = await openWorker(({ number }) => {
      if (number === 1) throw new HopelessJob("never");
    });
    await add(jobs, 1, 2);
    await finish(jobs);
    expect(runs.map(({ number }) => number)).toEqual([1, 2]);
    expect(queue.logged("job given up")).toMatchObject([
      { level: 50, kind: "mail", err: { message: "never" } },
    ]);
  });

  it("whose retries have ended is logged, counted as given up and dropped", async () => {
    let tries = 0;
    const fail = () => Promise.reject(new Error(`failure ${(tries += 1)}`));
    const jobs = await queue.jobs.open<Work>("sms", fail, { retries: 2 });
    await add(jobs, 1);
    const givenUp = () => {
      jobs.wake();
      return queue.logged("job given up");
    };
    await expect
      .poll(givenUp, { timeout: 15_000 })
      .toMatchObject([{ level: 50, kind: "sms", err: { message: "failure 3" } }]);
    expect(queue.jobs.outcomes().sms).toEqual({ done: 0, failed: 2, givenUp: 1 });
    await expect
      .poll(() => sql`SELECT FROM pgboss.job WHERE name = 'sms'`.execute(queue.db))
      .toMatchObject({ rows: [] });
  });

  it("begins as soon as any of its places is free, without waiting for a poll", async () => {
    const idle = setInterval(() => undefined, 60_000);
    vi.stubGlobal("setTimeout", () => idle); // nobody polls
    const under: { number: number; end: () => void }[] = [];
    const handle = ({ number }: Work) =>
      new Promise<void>((end) => {
        under.push({ number, end });
      });
    const jobs = await queue.jobs.open("push", handle, { places: [{ atOnce: 3 }] });
    await add(jobs, 1, 2, 3, 4, 5, 6, 7);
    await expect.poll(() => under.length).toBe(3);
    for (const begun of [4, 5, 6, 7]) {
      under[begun - 4]?.end();
      await expect.poll(() => under.length).toBe(begun);
    }
    for (const { end } of under) end();
    clearInterval(idle);
  });

  it("waits for a process that can handle it", async () => {
    const idle = await queue.jobs.open<Work>("mail", null);
    await add(idle, 1);
    expect(await left()).toEqual([{ data: { number: 1 } }]);
    const { jobs, runs } = await openWorker();
    await finish(jobs);
    expect(runs).toHaveLength(1);
  });

  it("is counted as waiting only if its kind is opened, so that a kind that nobody delivers causes no alert", async () => {
    await add(await queue.jobs.open<Work>("sms", null), 1, 2);
    expect(await queue.jobs.backlog()).toMatchObject([{ kind: "sms", waiting: 2 }]);
    const another = await queue.openAnother();
    expect(await another.backlog()).toEqual([]);
    await another.open<Work>("mail", null);
    expect(await another.backlog()).toEqual([]);
    await another.close();
  });

  it("that hangs in a process that stops is tried again by another within seconds, and later ones are left to it", async () => {
    const stopping = await queue.openAnother();
    const hanging = Promise.withResolvers<undefined>();
    const begun: number[] = [];
    const jobs = await stopping.open<Work>("mail", async ({ number }) => {
      begun.push(number);
      await hanging.promise;
    });
    await add(jobs, 1);
    await expect.poll(() => begun).toEqual([1]);
    const rested = stopping.rest();
    await add(jobs, 2);
    await rested;
    await stopping.close();
    const { jobs: others, runs } = await openWorker();
    await finish(others);
    expect(runs.map(({ number }) => number).toSorted()).toEqual([1, 2]);
    expect(begun).toEqual([1]);
    hanging.resolve(undefined);
  });

  it("that ends while its process stops is done once", async () => {
    const stopping = await queue.openAnother();
    const slow = Promise.withResolvers<undefined>();
    const begun: number[] = [];
    const jobs = await stopping.open<Work>("mail", async ({ number }) => {
      begun.push(number);
      await slow.promise;
    });
    await add(jobs, 1);
    await expect.poll(() => begun).toEqual([1]);
    const rested = stopping.rest();
    slow.resolve(undefined);
    await rested;
    expect(await left()).toEqual([]);
    await stopping.close();
  });

  it("that was done is not done again, even if its row could not be deleted afterwards", async () => {
    const { jobs, runs } = await openWorker();
    await sql`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'disk full' USING ERRCODE = '53100'; END $$`.execute(queue.db);
    await sql`
      CREATE TRIGGER refuse BEFORE DELETE ON pgboss.job FOR EACH ROW
      EXECUTE FUNCTION refuse()`.execute(queue.db);
    await add(jobs, 1);
    await expect
      .poll(() => queue.logged("job queue error"))
      .toMatchObject([{ err: { message: expect.stringContaining("disk full") as string } }]);
    await sql`DROP TRIGGER refuse ON pgboss.job`.execute(queue.db);
    // pg-boss does this itself once the job's time is up.
    await sql`UPDATE pgboss.job SET state = 'created' WHERE name = 'mail'`.execute(queue.db);
    await finish(jobs);
    expect(runs).toHaveLength(1);
  });
});
