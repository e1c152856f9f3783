import { beforeAll, describe, expect, it } from "vitest";
import type { PeopleList } from "#lib/people/schema.ts";
import { encodeCursor } from "#server/http/cursor.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import {
  type InsertedMember,
  insertMembers,
  oneMember,
  type SignedInMember,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let me: SignedInMember;
let everybody: InsertedMember[];
beforeAll(async () => {
  me = await oneMember(kampus);
  everybody = await insertMembers(
    kampus,
    Array.from({ length: 95 }, (_, index) => ({ name: index % 3 === 0 ? "Нодира" : "Тимур" })),
  );
});

const page = (query: Record<string, string>) =>
  kampus.get("/api/en/users", { token: me.token, query });

async function allPages(q: string, between = () => Promise.resolve()) {
  const pages: PeopleList[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const answer = await page({ q, ...(cursor && { cursor }) });
    const list = answer.json<PeopleList>();
    pages.push(list);
    cursor = list.meta.next;
    await between();
  }
  return pages.map(({ data }) => data.map(({ id }) => id));
}

describe("pages of people", () => {
  it("hold 30, newest first, everybody once", async () => {
    const pages = await allPages("");
    expect(pages.map((ids) => ids.length)).toEqual([30, 30, 30, 5]);
    expect(pages.flat()).toEqual(everybody.map(({ id }) => id).reverse());
  });

  it("hold everybody whom the words match once", async () => {
    const pages = await allPages("ноди саид");
    expect(pages.flat()).toEqual(
      everybody
        .filter(({ fullname }) => fullname.includes("Нодира"))
        .map(({ id }) => id)
        .reverse(),
    );
  });

  it("neither repeat nor miss anybody while others sign up", async () => {
    const pages = await allPages("азизович", async () => {
      await insertMembers(kampus, [{ patronymic: "Азизович" }]);
    });
    const ids = pages.flat();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(everybody.map(({ id }) => id).reverse());
  });

  it.each([
    ["no base64", "!!!"],
    ["no JSON", Buffer.from("nonsense").toString("base64url")],
    ["another list's key", encodeCursor(["2024-01-01T00:00:00.000Z", 1])],
    ["a word for a number", encodeCursor([1, "1"])],
    ["a number too large", encodeCursor([1, 2 ** 31])],
    ["a negative number", encodeCursor([1, -1])],
    ["a fraction", encodeCursor([1, 1.5])],
    ["no tier", encodeCursor([0, 1])],
    ["an object", Buffer.from('{"0":1,"length":1}').toString("base64url")],
    ["null", Buffer.from("null").toString("base64url")],
    ["SQL", encodeCursor(["1; DROP TABLE users"])],
    ["nothing", ""],
    ["513 characters", "A".repeat(513)],
  ])("refuse a forged cursor: %s", async (_title, cursor) => {
    expect(statusAndBody(await page({ cursor }))).toEqual([
      422,
      {
        message: "Please check the fields",
        code: "invalid",
        errors: { cursor: ["This value is not allowed"] },
      },
    ]);
  });
});
