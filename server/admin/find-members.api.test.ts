import { sql } from "kysely";
import { expect, it } from "vitest";
import { memberIdsBy } from "#server/admin/find-members.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();
const members = (...words: string[]) => testOperator(kampus)("members", ...words);

it("the operator finds members by id, part of the address or name, and sees their language and what keeps them from signing in", async () => {
  const member = await kampus.signUp({ surname: "Ёкубова", email: "findable@kampus.example" });
  await members("suspend", String(member.id), "--reason", "spam");
  for (const text of [String(member.id), "FINDable@", "екуб алиш"])
    expect(await members("find", text)).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^${member.id} +findable@.*Ёкубова.* ru +\\d{4}-.* not confirmed, suspended since \\d{4}-.* for spam$`,
        ),
      ),
    );
  expect(await members("find", "nobody at all")).toEqual(["Nobody found"]);
  const json = JSON.parse((await members("find", "FINDable@", "--json")).join("\n")) as object[];
  expect(json).toMatchObject([{ id: member.id, is_suspended: true, suspended_for: "spam" }]);
});

it("a name, an id and a whole address are found without reading all members", async () => {
  const named = { surname: "Ғафуржонова", name: "Раъно" };
  const listed = await oneMember(kampus, named);
  const unlisted = await kampus.signUp(named);
  const search = { text: "гафурж", before: undefined, limit: 50 };
  const plan = await kampus.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(trx);
    return (await sql<Record<string, string>>`EXPLAIN ${memberIdsBy(search)}`.execute(trx)).rows;
  });
  const lines = plan.flatMap((row) => Object.values(row)).join("\n");
  expect(lines).not.toContain("Seq Scan");
  expect(lines).toMatch(/people_tokens[^]*users_unlisted/);
  const idsOf = async (text: string) =>
    (JSON.parse((await members("find", text, "--json")).join("\n")) as { id: number }[]).map(
      ({ id }) => id,
    );
  expect(await idsOf("гафурж ра")).toEqual([unlisted.id, listed.id]);
  // Each of them is named by itself, though its digits or letters may stand in the address of another.
  expect([await idsOf(String(listed.id)), await idsOf(unlisted.email)]).toEqual([
    [listed.id],
    [unlisted.id],
  ]);
});

it("found members are listed page by page", async () => {
  const page = await members("find", "@kampus.example", "--limit", "2");
  const last = /--before (\d+)$/.exec(page.at(-1) ?? "")?.[1] ?? "";
  expect(page[2]).toMatch(new RegExp(`^${last} `));
  const [, first = ""] = await members("find", "@kampus.example", "--limit", "2", "--before", last);
  expect(Number(first.split(" ")[0])).toBeLessThan(Number(last));
});
