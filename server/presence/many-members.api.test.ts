/** A node that dies with thousands of members, or has as many to store. */
import Fastify from "fastify";
import { sql } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import type { PresenceEvent } from "#lib/presence/schema.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import {
  createPresence,
  presencePlugin,
  type PresenceService,
  presenceTimes,
} from "#server/presence/presence.ts";
import { markGoneNodes, takeMembersOfGoneNodes } from "#server/presence/repository.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
// The embedded database has one connection, so that nobody else can hold a row.
const onPostgres = process.env.TEST_DATABASE_URL ? it : null;

let published: PresenceEvent[];
const warn = vi.fn<() => void>();
const onDeath = vi.fn<() => void>();
/** A node; its events go to `published`. */
const node = (beatMs = presenceTimes.beatMs) =>
  createPresence({
    db: kampus.db,
    log: { warn },
    onDeath,
    publish: (_userIds, event) => published.push(event),
    times: { ...presenceTimes, graceMs: 0, beatMs },
  });

let one: SignedInMember;
let others: SignedInMember[];
beforeEach(async () => {
  [one, ...others] = await signedInMembers(kampus, 4);
  published = [];
  warn.mockClear();
  onDeath.mockClear();
});

/** Whether the row of each is stored. */
const rowsOf = async (members: SignedInMember[]) => {
  const rows = await kampus.db.selectFrom("present_members").select("user_id").execute();
  return members.map(({ id }) => rows.some(({ user_id }) => user_id === id));
};
const arrived = async (presence: PresenceService, members: SignedInMember[]) => {
  for (const { id } of members) presence.arrived(id);
  await expect.poll(() => rowsOf(members)).toEqual(members.map(() => true));
};
/** A friend is connected there, so that there is a recipient. */
const watching = async () => {
  const presence = node();
  await presence.beat();
  const [friend] = await signedInMembers(kampus, 1);
  await testProfiles(kampus).befriend(one, friend);
  await arrived(presence, [friend]);
  return presence;
};
const publishedOf = ({ id }: SignedInMember) =>
  published.filter((event) => event.user_id === id).map(({ online }) => online);
const die = ({ nodeId }: PresenceService) =>
  sql`UPDATE presence_nodes SET alive_until = now() - interval '1 second' WHERE id = ${nodeId}`.execute(
    kampus.db,
  );

onPostgres?.(
  "the members of a process that has died are removed by and by, and whom somebody holds with the next beat",
  async () => {
    const [dead, live] = [node(), await watching()];
    await arrived(dead, [one, ...others]);
    await expect.poll(() => publishedOf(one)).toEqual([true]);
    await die(dead);
    await kampus.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM present_members WHERE user_id = ${one.id} FOR UPDATE`.execute(trx);
      await live.beat();
      expect(await rowsOf([one, ...others])).toEqual([true, false, false, false]);
    });
    expect(publishedOf(one)).toEqual([true]);
    await live.beat();
    expect([await rowsOf([one]), publishedOf(one)]).toEqual([[false], [true, false]]);
    expect(onDeath).toHaveBeenCalledTimes(1);
  },
);

onPostgres?.(
  "a process that has died is removed although somebody holds the row of one of its members",
  async () => {
    const dead = node();
    await arrived(dead, [one]);
    await die(dead);
    await kampus.db.transaction().execute(async (trx) => {
      await lockMember(trx, one.id);
      expect(await markGoneNodes(kampus.db)).toEqual({ isAnyNodeGone: true, haveDied: true });
      expect(await takeMembersOfGoneNodes(kampus.db, 10)).toEqual([one.id]);
    });
  },
);

it("a process that was slow, of which some members are removed already, registers all of them again", async () => {
  const [slow, live] = [node(), await watching()];
  await arrived(slow, [one, ...others]);
  await die(slow);
  await markGoneNodes(kampus.db);
  expect(await takeMembersOfGoneNodes(kampus.db, 2)).toHaveLength(2);
  await slow.beat();
  await live.beat();
  expect(await rowsOf([one, ...others])).toEqual([true, true, true, true]);
});

it("a process that was slow removes a member whose leaving the database refused before", async () => {
  const slow = node();
  await arrived(slow, [one]);
  await sql`
    CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`.execute(
    kampus.db,
  );
  await sql`
    CREATE TRIGGER refuse_removal BEFORE DELETE ON present_members
    FOR EACH ROW EXECUTE FUNCTION refuse_removal()`.execute(kampus.db);
  slow.left(one.id);
  await expect.poll(() => warn.mock.calls.length).toBe(1);
  await sql`DROP FUNCTION refuse_removal CASCADE`.execute(kampus.db);
  await die(slow);
  await markGoneNodes(kampus.db);
  await slow.beat();
  expect(await rowsOf([one])).toEqual([false]);
});

onPostgres?.(
  "a process renews its life sign while its members are still being stored",
  async () => {
    const presence = node(20);
    const app = Fastify();
    await app.register(presencePlugin, { presence });
    await kampus.db.transaction().execute(async (trx) => {
      await sql`SELECT pg_advisory_xact_lock(0, ${one.id}::int)`.execute(trx); // another node stores the member
      await app.ready();
      presence.arrived(one.id);
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
      await die(presence);
      const lives = async () =>
        (
          await sql`SELECT FROM presence_nodes WHERE id = ${presence.nodeId} AND alive_until > now()`.execute(
            kampus.db,
          )
        ).rows.length === 1;
      await expect.poll(lives).toBe(true);
      expect(warn).not.toHaveBeenCalled(); // that the member could not be stored
    });
    await app.close();
  },
);
