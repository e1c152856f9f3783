import { describe, expect, it } from "vitest";
import type { Client } from "#server/auth/client.ts";
import type { Db } from "#server/db/database.ts";
import type { JobQueue } from "#server/infra/job-queue.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { createCodeDelivery } from "#server/recovery/code-delivery.ts";

/** Any use of it fails the test. */
const untouched = (name: string) =>
  new Proxy(
    {},
    {
      get: (_target, key) => {
        throw new Error(`${name}.${String(key)} was asked for`);
      },
    },
  ) as never; // stands for any service

describe("asking for a recovery code", () => {
  it.each([
    { by: "mail", email: "known@kampus.example" },
    { by: "phone", phone: "+998901234567" },
  ] as const)(
    "for %j stores a job and looks nobody up, so that all take the same time",
    async (asked) => {
      const queued: object[] = [];
      const jobs = {
        open: () =>
          Promise.resolve({
            enqueue: (_trx: unknown, payload: object) => Promise.resolve(void queued.push(payload)),
            wake: () => undefined,
          }),
      };
      const db = {
        transaction: () => ({
          execute: (work: (trx: Db) => Promise<void>) => work(untouched("the transaction")),
        }),
      };
      const codes = await createCodeDelivery({
        db: db as unknown as Db,
        env: { brand: "Kampus" },
        jobs: jobs as unknown as JobQueue,
        outbox: untouched("the outbox"),
        texts: untouched("text messages"),
        log: untouched("the log"),
        limits: { consume: () => Promise.resolve() } as unknown as Limits,
      });
      const client = { ip: "192.0.2.1", mark: undefined } as Client; // the only fields that are read
      await codes.ask(asked, client);
      expect(queued).toMatchObject([asked]);
    },
  );
});
