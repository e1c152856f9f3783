/** SEC-S1 to SEC-S4, over every route. */
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { insertSession } from "#server/auth/stored-sessions.ts";
import { privateRoutes } from "#server/testing/access/every-route.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
afterEach(() => {
  vi.useRealTimers();
});

const userAt = (host: string, headers: Record<string, string>, query = "") =>
  kampus.get(`/api/en/user${query}`, { host, headers });
const alive = async (token: string) =>
  (await kampus.get("/api/en/user", { token })).statusCode === 200;

describe("a token", () => {
  it("is stored nowhere in the database, and neither is a password: whole, decoded or in hex", async () => {
    const member = await kampus.member({ password: "canary-password-canary" });
    const answer = await kampus.signIn(member.email, member.password);
    const { token } = answer.json<{ token: string }>();
    await alive(token);
    const tables = await sql<{ schema: string; name: string }>`
      SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(
      kampus.db,
    );
    let dump = "";
    for (const { schema, name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`
        SELECT t::text AS row FROM ${sql.table(`${schema}.${name}`)} AS t`.execute(kampus.db);
      dump += rows.map(({ row }) => row).join("\n");
    }
    expect(dump).toContain(member.email);
    for (const secret of [token, member.token])
      for (const written of [secret, Buffer.from(secret, "base64url").toString("hex")])
        expect(dump.toLowerCase()).not.toContain(written.toLowerCase());
    expect(dump).not.toContain(member.password);
  });

  it("has 256 random bits, and is another at every login", async () => {
    const { email, password, token } = await kampus.signUp();
    const tokens = [token];
    for (let login = 0; login < 3; login += 1)
      tokens.push((await kampus.signIn(email, password)).json<{ token: string }>().token);
    expect(new Set(tokens).size).toBe(4);
    for (const one of tokens) expect(Buffer.from(one, "base64url")).toHaveLength(32);
  });
});

describe("an ended session", () => {
  it.each([
    ["logout", "POST", "/api/logout"],
    ["ending it from another device", "DELETE", "/api/en/profile/setting/sessions"],
  ])("by %s is worth nothing on any host, for any route", async (_title, method, url) => {
    const member = await oneMember(kampus, {});
    const client = { userAgent: "Phone", ip: "127.0.0.1" };
    const elsewhere = await insertSession(kampus.db, member.id, client);
    const [ended, asking] =
      method === "POST" ? [member.token, member.token] : [elsewhere, member.token];
    expect(await alive(ended)).toBe(true);
    await kampus.call(method, url, { token: asking, body: { password: member.password } });
    const routes = await privateRoutes(kampus);
    expect(routes.length).toBeGreaterThan(20);
    for (const { method: way, url: address } of routes) {
      const answer = await kampus.call(way, address, { token: ended });
      expect(answer.statusCode, `${way} ${address}`).toBe(401);
    }
    for (const host of ["", "site.", "profile.", "chat.", "api.", "messenger."]) {
      const headers = { authorization: `Bearer ${ended}` };
      expect((await userAt(`${host}kampus.localhost`, headers)).statusCode).toBe(401);
    }
  });
});

describe("a session of 7 days", () => {
  const expiresIn = (userId: number, seconds: number) =>
    kampus.db
      .updateTable("sessions")
      .set({ expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .where("user_id", "=", userId)
      .execute();
  const serverClockIsOff = (hours: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 60 * 60 * 1000 });
  };

  it("ends by the database's clock, however wrong the server's is", async () => {
    const { id, token } = await oneMember(kampus, {});
    await expiresIn(id, 1_800);
    serverClockIsOff(2);
    expect(await alive(token)).toBe(true);
    await expiresIn(id, -1);
    expect(await alive(token)).toBe(false);
    serverClockIsOff(-4);
    expect(await alive(token)).toBe(false);
  });

  it("does not grow longer by being used", async () => {
    const { id, token } = await oneMember(kampus, {});
    const end = async () =>
      kampus.db
        .selectFrom("sessions")
        .select("expires_at")
        .where("user_id", "=", id)
        .executeTakeFirstOrThrow();
    const before = await end();
    await kampus.db
      .updateTable("sessions")
      .set({ last_used_at: sql<Date>`now() - interval '1 day'` })
      .where("user_id", "=", id)
      .execute();
    await alive(token);
    await kampus.get("/api/en/profile/setting/sessions", { token });
    expect(await end()).toEqual(before);
  });
});

describe("the Authorization header", () => {
  it("alone signs in: no route takes a token from a cookie, a query, a body or another header", async () => {
    const { token } = await oneMember(kampus, {});
    for (const { method, url } of await privateRoutes(kampus)) {
      const query = `token=${token}&access_token=${token}&authorization=Bearer%20${token}`;
      const answer = await kampus.call(method, `${url}?${query}`, {
        headers: {
          cookie: `token=${token}; authorization=Bearer ${token}`,
          "x-access-token": token,
          "x-authorization": `Bearer ${token}`,
          "proxy-authorization": `Bearer ${token}`,
        },
        ...(method !== "GET" && { body: { token, access_token: token } }),
      });
      expect(answer.statusCode, `${method} ${url}`).toBe(401);
    }
  });

  it.each([
    ["another scheme", (token: string) => `Basic ${token}`],
    ["no scheme", (token: string) => token],
    ["two tokens", (token: string) => `Bearer ${token}, Bearer ${token}`],
    ["something behind the token", (token: string) => `Bearer ${token} x`],
    ["a token cut short", (token: string) => `Bearer ${token.slice(0, -1)}`],
    ["a token in another case", (token: string) => `Bearer ${token.toUpperCase()}x`],
    ["an endless token", (token: string) => `Bearer ${token.repeat(50)}`],
  ])("with %s signs nobody in", async (_title, authorization) => {
    const { token } = await oneMember(kampus, {});
    const headers = { authorization: authorization(token) };
    expect((await userAt("site.kampus.localhost", headers)).statusCode).toBe(401);
  });

  it("brings answers that no cache may store, whatever they are", async () => {
    const { token } = await oneMember(kampus, {});
    for (const { method, url } of await privateRoutes(kampus)) {
      // Its own session ends with it.
      if (url === "/api/logout") continue;
      const answer = await kampus.call(method, url, { token });
      expect(answer.statusCode, `${method} ${url}`).not.toBe(401);
      expect(answer.headers, `${method} ${url}`).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
    }
  });
});
