import { expect, it } from "vitest";
import type { InstitutionList } from "#lib/institutions/schema.ts";
import { loadReference } from "#server/reference/load-reference.ts";
import { readReferenceFiles } from "#server/reference/read-reference-files.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();

const institutions = (...words: string[]) => testOperator(kampus)("institutions", ...words);
const merge = (from: number, into: number) => institutions("merge", String(from), String(into));

it("a school is found by its place also after it was renamed, merged or loaded again", async () => {
  const { token } = await oneMember(kampus);
  const make = async (name: string) => {
    const body = { establishment_id: 10, region_id: 1703202, name };
    return (await dataFrom<{ id: number }>(kampus.post("/api/ru/objects", body, { token }))).id;
  };
  const found = async (q: string) => {
    const answer = await kampus.get("/api/ru/objects", { query: { q } });
    return answer.json<InstitutionList>().data.map(({ id }) => id);
  };
  const [from, into] = [await make("Школа Умид"), await make("Школа Истиклол")];
  await institutions("rename", String(into), "--ru", "Школа Мустакиллик");
  expect(await found("мустакиллик алтынкуль")).toEqual([into]);
  await merge(from, into);
  expect(await found("умид oltinkoʻl")).toEqual([into]);
  await kampus.db.deleteFrom("reference_load").execute();
  await kampus.db.transaction().execute((trx) => loadReference(trx, readReferenceFiles()));
  expect(await found("умид андижан")).toEqual([into]);
});
