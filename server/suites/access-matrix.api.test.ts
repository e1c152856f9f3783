import { describe, expect, it } from "vitest";
import {
  type AccessRow,
  accessRows,
  callers,
  type HiddenRow,
  hiddenRows,
} from "#server/testing/access/access-document.ts";
import { accessWorld } from "#server/testing/access/access-world.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import type { PrivateSubject } from "#server/visibility.ts";

const kampus = kampusForFile();
const sections = new Set<PrivateSubject>(["images", "educations", "jobs", "media"]);

interface Operation {
  requestBody?: { content: Record<string, { schema: object }> };
}

/** Routes that name an object by its id, in the path or in the body. */
async function routesWithIds(): Promise<string[]> {
  const { paths } = (await kampus.get("/api/openapi.json")).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(
        ([, { requestBody }]) =>
          path.includes("{id}") ||
          /"(id|chat_id|user_id)":/.test(JSON.stringify(requestBody ?? {})),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

const documented = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\{(?!locale\}|x\})\w+\}/, "{id}")}`;

const valueAt = (answer: unknown, field: string[]) =>
  field.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name], // whatever was answered
    answer,
  );

describe("docs/access.md", () => {
  it("has every route with an id, once for each thing that it may name, and no other", async () => {
    const rows = accessRows.map((row) => `${documented(row)} ${JSON.stringify(row.bodyIds)}`);
    expect(rows).toEqual([...new Set(rows)]);
    const routes = new Set(accessRows.map(documented));
    expect([...routes].sort()).toEqual((await routesWithIds()).sort());
  });

  it("has what each setting hides", () => {
    expect(new Set(hiddenRows.map(({ subject }) => subject))).toEqual(
      new Set([...sections, "friends", "last_seen", "messages"]),
    );
    const routes = accessRows.map(documented);
    for (const row of hiddenRows) expect(routes).toContain(documented(row));
  });
});

const named = <Row extends AccessRow | HiddenRow>(rows: Row[]) =>
  rows.map((row) => [`${row.method} ${row.path}`, row] as const);

/** Each with every kind of chat that the route is for. */
const callersOf = ({ path }: AccessRow) =>
  (path.includes("{x}") ? (["private", "group"] as const) : (["private"] as const)).flatMap((x) =>
    callers.map((caller) => [caller, x] as const),
  );

describe("each caller gets", () => {
  it.each(named(accessRows))("the answer in the table: %s", async (_route, row) => {
    const world = await accessWorld(kampus);
    for (const [caller, x] of callersOf(row)) {
      const missing = await world.call(row, caller, { exists: false, x });
      const answer = await world.call(row, caller, { x });
      expect([caller, x, answer.statusCode]).toEqual([caller, x, row.statuses[caller]]);
      // 422 is for an action on oneself, 409 for one that an own block forbids.
      const isOwnDoing = answer.statusCode === (caller === "blocker" ? 409 : 422);
      const isOpenThing = row.isOpenThing && answer.statusCode === 403 && caller !== "unverified";
      if (answer.statusCode >= 400 && !isOwnDoing && !isOpenThing)
        expect([caller, missing.statusCode, missing.json()]).toEqual([
          caller,
          answer.statusCode,
          answer.json(),
        ]);
      else if (row.revealsNothing) {
        expect([caller, missing.statusCode]).toEqual([caller, row.statuses.stranger]);
        if (!isOwnDoing) expect([caller, missing.json()]).toEqual([caller, answer.json()]);
      } else expect([caller, missing.statusCode]).toEqual([caller, 404]);
    }
  });
});

describe("hidden sections and settings", () => {
  it.each(
    hiddenRows.map(
      (row) => [row.subject, row.field.join("."), `${row.method} ${row.path}`, row] as const,
    ),
  )(
    "shows to those alone who are meant: %s, as %s of %s",
    async (_subject, _field, _route, row) => {
      const world = await accessWorld(kampus);
      await world.showUp();
      for (const [audience, meant] of [
        ["everyone", ["stranger", "friend", "owner"]],
        ...(sections.has(row.subject) ? [["classmates", ["friend", "owner"]] as const] : []),
        ["friends", ["friend", "owner"]],
        ["nobody", ["owner"]],
      ] as const) {
        await world.hide({ [row.subject]: audience });
        for (const caller of ["stranger", "friend", "owner"] as const) {
          // Nobody writes to themselves, whatever they choose.
          if (row.subject === "messages" && caller === "owner") continue;
          const answer = await world.call(row, caller);
          expect([caller, answer.statusCode]).toEqual([caller, 200]);
          const value = valueAt(answer.json(), row.field);
          expect(value).toBeDefined();
          if (meant.some((one) => one === caller)) expect(value).not.toEqual(row.hidden);
          else expect(value).toEqual(row.hidden);
        }
      }
    },
  );
});
