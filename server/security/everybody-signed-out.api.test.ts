/** The statement of docs/runbooks.md that signs everybody out, once a token has leaked of nobody knows whom. */
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { dataFrom } from "#server/testing/answers.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { statuses } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

async function signEverybodyOut(moment: Date): Promise<number | undefined> {
  const runbooks = await readFile("docs/runbooks.md", "utf8");
  const [, statement = ""] = /psql kampus -Atc "(WITH ended [^"]+)"/.exec(runbooks) ?? [];
  expect(statement).toContain("'$MOMENT'");
  const { rows } = await sql
    .raw<{ count: number }>(statement.replace("$MOMENT", moment.toISOString()))
    .execute(kampus.db);
  return rows[0]?.count;
}

it("whoever had the sessions of others has neither them nor the calendars whose addresses these were told", async () => {
  const [one, twice] = [await oneMember(kampus), await kampus.member()];
  const members = [one, twice];
  expect((await kampus.signIn(twice.email, twice.password)).statusCode).toBe(200);
  const renewed = await kampus.post("/api/en/calendar", {}, { token: one.token });
  expect(renewed.statusCode).toBe(200);
  const addresses = await Promise.all(
    members.map(async ({ token }) => {
      const { url } = await dataFrom<{ url: string }>(kampus.get("/api/en/calendar", { token }));
      return new URL(url).pathname;
    }),
  );
  const read = async () => statuses(await Promise.all(addresses.map((path) => kampus.get(path))));
  expect(await read()).toEqual([200, 200]);

  expect(await signEverybodyOut(new Date(Date.now() - 60_000))).toBe(0);
  expect(await read()).toEqual([200, 200]);
  expect(await signEverybodyOut(new Date(Date.now() + 60_000))).toBe(3);
  const users = await Promise.all(
    members.map(({ token }) => kampus.get("/api/en/user", { token })),
  );
  expect([...statuses(users), ...(await read())]).toEqual([401, 401, 404, 404]);
});
