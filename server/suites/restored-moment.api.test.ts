import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { hourMs } from "#server/infra/durations.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const file = new URL("../../deploy/backup/after-moment.sql", import.meta.url);

/** Runs the file as psql does, one statement after another. */
async function runAfterMoment(moment: Date) {
  const text = readFileSync(file, "utf8")
    .replaceAll(/^--.*$/gm, "")
    .replaceAll(":'moment'", `'${moment.toISOString()}'`);
  for (const statement of text.split(";").filter((part) => part.trim() !== ""))
    await sql.raw(statement).execute(kampus.db);
}

const phoneSince = async ({ id }: { id: number }, phone: string, since: Date) => {
  const rowOf = kampus.db.updateTable("users").where("id", "=", id);
  await rowOf.set({ phone }).execute();
  await rowOf.set({ phone_changed_at: since }).execute();
};

it("what was ended after a moment stays ended when the database is restored to it, and no id is given out twice", async () => {
  const moment = new Date(Date.now() - 100 * 24 * hourMs);
  const [robbed, settled] = await signedInMembers(kampus, 2);
  await kampus.db
    .insertInto("known_devices")
    .values({ user_id: robbed.id, mark_hash: Buffer.alloc(32, 1) })
    .execute();
  await phoneSince(robbed, "+998901112233", new Date(moment.getTime() - 71 * hourMs));
  await phoneSince(settled, "+998904445566", new Date(moment.getTime() - 73 * hourMs));
  for (const name of ["calendars", "vapid"])
    await kampus.db
      .insertInto("deployment_keys")
      .values({ name, value: "a key" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();

  await runAfterMoment(moment);

  expect((await kampus.get("/api/en/user", { token: robbed.token })).statusCode).toBe(401);
  expect(await kampus.db.selectFrom("known_devices").selectAll().execute()).toEqual([]);
  const phones = await kampus.db
    .selectFrom("users")
    .select("phone")
    .where("id", "in", [robbed.id, settled.id])
    .orderBy("id")
    .execute();
  expect(phones.map(({ phone }) => phone)).toEqual([null, "+998904445566"]);
  const keys = await kampus.db.selectFrom("deployment_keys").select("name").execute();
  const names = keys.map(({ name }) => name);
  expect([
    names.includes("vapid"),
    names.includes("calendars"),
    names.includes("addresses"),
  ]).toEqual([true, false, false]);
  expect((await oneMember(kampus)).id).toBeGreaterThan(settled.id + 1_000_000);
  // Also where nothing had been made before the moment.
  const { rows } = await sql<{ id: string }>`SELECT nextval('member_object_ids') AS id`.execute(
    kampus.db,
  );
  expect(Number(rows[0]?.id)).toBeGreaterThan(1_001_000_000);
});
