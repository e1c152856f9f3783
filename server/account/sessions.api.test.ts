import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AccountSession } from "#lib/account/schema.ts";
import { insertSession } from "#server/auth/stored-sessions.ts";
import { dataFrom, nothingFound, statusAndBody } from "#server/testing/answers.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
let member: SignedInMember;
beforeEach(async () => {
  member = await oneMember(kampus, {});
});
afterEach(closeSockets);

const path = "/api/en/profile/setting/sessions";
const newSession = (userAgent = "Phone") =>
  insertSession(kampus.db, member.id, { userAgent, ip: "192.0.2.7" });
const list = (token = member.token) => dataFrom<AccountSession[]>(kampus.get(path, { token }));
const idOf = async (token: string) =>
  (await list(token)).find(({ current }) => current)?.id ?? Number.NaN;
const alive = async (token: string) =>
  (await kampus.get("/api/en/user", { token })).statusCode === 200;
const end = (url: string, { token, password } = member) =>
  kampus.delete(url, { token, body: { password } });
const lastUsed = (minutesAgo: number) =>
  kampus.db
    .updateTable("sessions")
    .set({ last_used_at: new Date(Date.now() - minutesAgo * 60_000) })
    .where("user_id", "=", member.id)
    .execute();

describe("the sessions of a member", () => {
  it("are listed without any secret: the current one first and marked, then by newest use", async () => {
    await newSession("Desk");
    await lastUsed(60);
    const phone = await newSession("Phone");
    const sessions = await list();
    expect(sessions).toEqual([
      expect.objectContaining({ user_agent: "test", current: true }),
      {
        id: expect.any(Number) as number,
        user_agent: "Phone",
        ip: "192.0.2.7",
        created_at: expect.stringMatching(/Z$/) as string,
        last_used_at: expect.stringMatching(/Z$/) as string,
        current: false,
      },
      expect.objectContaining({ user_agent: "Desk", current: false }),
    ]);
    const text = JSON.stringify(sessions);
    for (const secret of [phone, member.token]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[\da-f]{64}/);
  });

  it("are not listed once they have expired", async () => {
    await newSession();
    await kampus.db
      .updateTable("sessions")
      .set({ expires_at: new Date(Date.now() - 1) })
      .where("user_id", "=", member.id)
      .where("user_agent", "=", "Phone")
      .execute();
    expect(await list()).toHaveLength(1);
  });
});

describe("ending a session", () => {
  it("signs that device out at once, its socket too, and no other", async () => {
    const [phone, tablet] = [await newSession(), await newSession("Tablet")];
    const { socket, payloadsOf } = await connectSocket(kampus, { token: phone });
    const answer = await end(`${path}/${await idOf(phone)}`);
    expect(statusAndBody(answer)).toEqual([200, { message: "The session is ended" }]);
    expect(await alive(phone)).toBe(false);
    await expect.poll(() => socket.connected, { timeout: 1_000, interval: 10 }).toBe(false);
    expect(payloadsOf("session_ended")).toEqual([{}]);
    expect([await alive(tablet), await alive(member.token)]).toEqual([true, true]);
  });

  it("works for the member's own sessions alone: another's, an ended one and an unknown one get the same 404", async () => {
    const stranger = await oneMember(kampus);
    const phone = await newSession();
    const phoneId = await idOf(phone);
    await end(`${path}/${phoneId}`);
    const strangersId = await idOf(stranger.token);
    for (const id of [
      strangersId,
      phoneId,
      2_147_483_647,
      2_147_483_648,
      0,
      -1,
      "1e3",
      "x",
      "%00",
    ]) {
      expect(statusAndBody(await end(`${path}/${id}`))).toEqual(nothingFound);
    }
    expect(await alive(stranger.token)).toBe(true);
  });

  it("of the current device signs it out", async () => {
    const id = await idOf(member.token);
    expect((await end(`${path}/${id}`)).statusCode).toBe(200);
    expect(await alive(member.token)).toBe(false);
  });

  it("happens once if it is requested ten times at once", async () => {
    const id = await idOf(await newSession());
    const answers = await Promise.all(Array.from({ length: 10 }, () => end(`${path}/${id}`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array<number>(9).fill(404),
    ]);
  });

  it("for all devices but the current one leaves that one and other members signed in", async () => {
    const stranger = await oneMember(kampus);
    const others = [await newSession(), await newSession("Tablet")];
    const sockets = await Promise.all(others.map((token) => connectSocket(kampus, { token })));
    const answer = await end(path);
    expect(statusAndBody(answer)).toEqual([200, { message: "All other sessions are ended" }]);
    for (const { socket } of sockets)
      await expect.poll(() => socket.connected, { timeout: 1_000, interval: 10 }).toBe(false);
    expect(await Promise.all([...others, member.token, stranger.token].map(alive))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(await list()).toHaveLength(1);
  });

  // The embedded database does one thing after another: there nothing is seen half done.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "for all devices but the current one happens together with the end of the calendar's address",
    async () => {
      const other = await newSession();
      const release = await holdOpen(kampus, (trx) =>
        trx.insertInto("calendars").values({ user_id: member.id, epoch: 1 }).execute(),
      );
      const ending = end(path);
      try {
        await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
        expect(await alive(other)).toBe(true);
      } finally {
        await release();
      }
      expect((await ending).statusCode).toBe(200);
      expect(await alive(other)).toBe(false);
    },
  );
});

describe("the time of the last use", () => {
  const minutesAgo = async () => {
    const { last_used_at } = await kampus.db
      .selectFrom("sessions")
      .select("last_used_at")
      .where("user_id", "=", member.id)
      .executeTakeFirstOrThrow();
    return Math.round((Date.now() - last_used_at.getTime()) / 60_000);
  };

  it("follows the use of any route", async () => {
    for (const url of ["/api/en/user", "/messenger/new/messages", path]) {
      await lastUsed(6);
      await kampus.get(url, { token: member.token });
      await expect.poll(minutesAgo).toBe(0);
    }
  });

  it("is not written again within some minutes", async () => {
    await lastUsed(4);
    for (let request = 0; request < 5; request += 1) await alive(member.token);
    expect(await minutesAgo()).toBe(4);
  });

  // The embedded database does one thing after another: there nothing is held up.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "that waits for a change of the account holds up nobody who ends the session",
    async () => {
      const other = await newSession();
      const id = await idOf(other);
      await kampus.db
        .updateTable("sessions")
        .set({ last_used_at: new Date(Date.now() - 6 * 60_000) })
        .where("id", "=", id)
        .execute();
      const release = await holdOpen(kampus, (trx) =>
        trx.updateTable("users").set({ locale: "uz" }).where("id", "=", member.id).execute(),
      );
      try {
        expect(await alive(other)).toBe(true);
        await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
        const free = kampus.db.selectFrom("sessions").select("id").where("id", "=", id);
        expect(await free.forUpdate().skipLocked().execute()).toEqual([{ id }]);
      } finally {
        await release();
      }
    },
  );

  it("is not changed by a refused token", async () => {
    await lastUsed(6);
    await alive(`${member.token}x`);
    expect(await minutesAgo()).toBe(6);
  });
});
