import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { Failure } from "#server/http/failure.ts";
import { type Storage, storeUnanswered } from "#server/storage/storage.ts";
import { storeFiles } from "#server/storage/store-files.ts";
import { removeUnclaimed } from "#server/storage/sweep.ts";
import {
  abandonFiles,
  announceFiles,
  askUnclaimedLateS,
  claimFiles,
  newStorageKey,
  releaseFiles,
  releaseStored,
} from "#server/storage/unclaimed-files.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const sweep = () => kampus.app.sweepFiles();
const content = Buffer.from("x");

/** Announces files and stores them. */
async function stored() {
  const key = newStorageKey("media");
  await announceFiles(kampus.db, key);
  await kampus.storage.put(`${key}/file`, { content }, "text/plain");
  return key;
}
const claim = (key: string) => kampus.db.transaction().execute((trx) => claimFiles(trx, key));
const release = (keys: string[]) =>
  kampus.db.transaction().execute((trx) => releaseFiles(trx, keys));

async function exists(key: string) {
  const found = await kampus.storage.read(`${key}/file`);
  found?.body.destroy();
  return found !== null;
}

/** Moves the clock forward. */
const pass = (interval: string) =>
  kampus.db
    .updateTable("unclaimed_files")
    .set({
      removable_at: sql<Date>`removable_at - ${interval}::interval`,
      tried_at: sql<Date>`tried_at - ${interval}::interval`,
    })
    .execute();

/** A store that may write and read, but not delete these keys. */
function refuseRemovals(isRefused: (key: string) => boolean) {
  const remove = kampus.storage.removeBelow.bind(kampus.storage);
  return vi
    .spyOn(kampus.storage, "removeBelow")
    .mockImplementation((key) =>
      isRefused(key) ? Promise.reject(new Failure("unavailable")) : remove(key),
    );
}

const unclaimed = async () =>
  (await kampus.db.selectFrom("unclaimed_files").select("storage_key").execute()).map(
    (row) => row.storage_key,
  );

describe("a sweep", () => {
  it("removes the files of deleted rows at once, and of no others", async () => {
    const [gone, kept, uploading] = [await stored(), await stored(), await stored()];
    await claim(gone);
    await claim(kept);
    await release([gone]);
    await release([]);
    await sweep();
    expect([await exists(gone), await exists(kept), await exists(uploading)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await unclaimed()).toEqual([uploading]);
    await claim(uploading);
  });

  it("removes announced files that a killed process never claimed, after a day", async () => {
    const key = await stored();
    await pass("23 hours");
    await sweep();
    expect(await exists(key)).toBe(true);
    await pass("1 hour");
    await sweep();
    expect([await exists(key), await unclaimed()]).toEqual([false, []]);
  });

  it("removes at once what a failed upload abandons, unless it was claimed after all", async () => {
    const [failed, claimed] = [await stored(), await stored()];
    await claim(claimed);
    await abandonFiles(kampus.db, failed);
    await abandonFiles(kampus.db, claimed);
    await sweep();
    expect([await exists(failed), await exists(claimed), await unclaimed()]).toEqual([
      false,
      true,
      [],
    ]);
  });

  it.each<[string, Storage["put"]]>([
    ["does not answer", () => Promise.reject(storeUnanswered(new Error("no answer in time")))],
    ["answers only the second try", () => Promise.resolve({ repeated: true })],
  ])(
    "removes a file of a failed upload that a store which %s accepts later",
    async (_title, put) => {
      const { app, db, storage } = kampus;
      const storing = { db, storage: { ...storage, put }, log: app.log, sweepFilesSoon() {} };
      let key = "";
      const upload = storeFiles(storing, "media", async (storageKey, putFile) => {
        key = storageKey;
        await putFile("file", { content }, "text/plain");
        throw new Failure("unavailable");
      });
      await expect(upload).rejects.toMatchObject({ code: "unavailable" });
      await sweep();
      await kampus.storage.put(`${key}/file`, { content }, "text/plain");
      await pass("10 minutes");
      expect([await sweep(), await exists(key), await unclaimed()]).toEqual([1, false, []]);
    },
  );

  it("runs soon when it is requested", async () => {
    const key = await stored();
    await abandonFiles(kampus.db, key);
    kampus.app.sweepFilesSoon();
    await expect.poll(unclaimed).toEqual([]);
    expect(await exists(key)).toBe(false);
  });

  it("leaves files that the store could not remove for a later one, and nobody can claim them any more", async () => {
    const key = await stored();
    await abandonFiles(kampus.db, key);
    const remove = vi.spyOn(kampus.storage, "removeBelow");
    remove.mockRejectedValueOnce(new Failure("unavailable"));
    await expect(sweep()).rejects.toMatchObject({ code: "unavailable" });
    await expect(claim(key)).rejects.toMatchObject({ code: "unavailable" });
    expect([await sweep(), await exists(key)]).toEqual([0, true]);
    await pass("10 minutes");
    expect([await sweep(), await exists(key), await unclaimed()]).toEqual([1, false, []]);
  });

  it("leaves to the operator for how long files have been due that the store refuses to remove", async () => {
    await abandonFiles(kampus.db, await stored());
    const refused = refuseRemovals(() => true);
    for (let tries = 1; tries <= 3; tries += 1) {
      await expect(sweep()).rejects.toMatchObject({ code: "unavailable" });
      expect(refused).toHaveBeenCalledTimes(tries);
      await pass("40 minutes");
    }
    expect(await askUnclaimedLateS(kampus.db)).toBeCloseTo(7200, -2);
    refused.mockRestore();
    expect([await sweep(), await unclaimed()]).toEqual([1, []]);
  });

  it("removes files that came to be due after others which the store refuses to remove each time", async () => {
    const [kept, gone] = [await stored(), await stored()];
    await abandonFiles(kampus.db, kept);
    await pass("1 minute");
    await abandonFiles(kampus.db, gone);
    const refused = refuseRemovals((key) => key === kept);
    await expect(sweep()).rejects.toMatchObject({ code: "unavailable" });
    expect(await exists(gone)).toBe(true);
    await pass("10 minutes");
    await expect(sweep()).rejects.toMatchObject({ code: "unavailable" });
    expect([await exists(gone), await unclaimed()]).toEqual([false, [kept]]);
    refused.mockRestore();
    await pass("10 minutes");
    expect(await sweep()).toBe(1);
  });

  it("removes at once what came into the store after another sweep had begun to remove it", async () => {
    const key = await stored();
    await abandonFiles(kampus.db, key);
    const refused = refuseRemovals(() => true);
    await expect(sweep()).rejects.toMatchObject({ code: "unavailable" });
    refused.mockRestore();
    await releaseStored(kampus.db, [key]);
    expect([await sweep(), await exists(key), await unclaimed()]).toEqual([1, false, []]);
  });

  it("shares the work with concurrent ones", async () => {
    const keys = await Promise.all(Array.from({ length: 12 }, stored));
    for (const key of keys) await abandonFiles(kampus.db, key);
    const remove = vi.spyOn(kampus.storage, "removeBelow");
    const removed = await Promise.all(
      [1, 2, 3].map(() => removeUnclaimed(kampus.db, kampus.storage)),
    );
    expect(removed.reduce((sum, count) => sum + count)).toBe(12);
    expect(remove.mock.calls.map(([key]) => key).sort()).toEqual(keys.toSorted());
  });
});
