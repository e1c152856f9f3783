import { sql } from "kysely";
import { expect, it } from "vitest";
import { countInstitutions } from "#server/institutions/member-counts.ts";
import { loadReference } from "#server/reference/load-reference.ts";
import { readReferenceFiles } from "#server/reference/read-reference-files.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { insertMembers, oneMember } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();

it("numbers are renewed also after an institution that everybody had left was deleted", async () => {
  const { token } = await oneMember(kampus);
  const school = { establishment_id: 10, region_id: 1703202, name: "Школа № 1" };
  const made = await dataFrom<{ id: number }>(kampus.post("/api/ru/objects", school, { token }));
  const educations = "/api/ru/profile/setting/educations";
  const body = { ...school, object_id: made.id, start: 2001, end: 2010 };
  const { id } = await dataFrom<{ id: number }>(kampus.post(educations, body, { token }));
  await kampus.delete(`${educations}/${id}`, { token });
  await testOperator(kampus)("institutions", "remove", String(made.id));
  await kampus.db.deleteFrom("reference_load").execute();
  const sizesOf = () =>
    kampus.db.selectFrom("class_sizes").selectAll().where("object_id", "=", made.id).execute();
  const before = await sizesOf();
  expect(before).not.toEqual([]);
  await kampus.db.transaction().execute((trx) => loadReference(trx, readReferenceFiles()));
  const object = kampus.db.selectFrom("objects").select("id").where("id", "=", made.id);
  expect(await object.execute()).toEqual([]);
  expect(await sizesOf()).toEqual([]);
  // A load that ran before sizes were deleted with their institution has left them.
  await kampus.db.insertInto("class_sizes").values(before).execute();
  const members = await insertMembers(
    kampus,
    Array.from({ length: 7 }, () => ({})),
  );
  await testPast(kampus).allStudied(
    9,
    members.map((member) => ({ member, years: [2001, 2005] })),
  );
  await countInstitutions(kampus.db);
  const { rows } = await sql`
    SELECT members FROM institution_counts WHERE object_id = 9`.execute(kampus.db);
  expect(rows).toEqual([{ members: 7 }]);
});
