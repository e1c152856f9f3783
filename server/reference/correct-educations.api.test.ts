import type { Transaction } from "kysely";
import { expect, it } from "vitest";
import type { Tables } from "#server/db/tables.ts";
import { correctEducations } from "#server/reference/correct-educations.ts";
import { loadReference } from "#server/reference/load-reference.ts";
import { readReferenceFiles } from "#server/reference/read-reference-files.ts";
import { insertMembers, oneMember } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const past = testPast(kampus);

/** A load of files in which an institution has another kind and region. */
function load(id: number, place: { establishment_id: number; region_id: number }) {
  const files = readReferenceFiles();
  Object.assign(files.institutions.find((entry) => entry.id === id) ?? {}, place);
  return (trx: Transaction<Tables>) => loadReference(trx, files);
}
const placesAt = (objectId: number) =>
  kampus.db
    .selectFrom("educations")
    .select(["establishment_id", "region_id"])
    .distinct()
    .where("object_id", "=", objectId)
    .execute();
const place = { establishment_id: 10, region_id: 1718203 };

it("all educations follow an institution of which a load has corrected the kind and the region, and no others", async () => {
  // More than one portion of them.
  const members = await insertMembers(
    kampus,
    Array.from({ length: 450 }, () => ({})),
  );
  await past.allStudied(
    5,
    members.map((member) => ({ member, years: [2001, 2005] })),
  );
  await past.studied(await oneMember(kampus), 6, [2001, 2005]);
  const others = await placesAt(6);
  await kampus.db.transaction().execute(load(5, place));
  await correctEducations(kampus.db);
  expect(await placesAt(5)).toEqual([place]);
  expect(await placesAt(6)).toEqual(others);
  expect(await kampus.db.selectFrom("moved_institutions").selectAll().execute()).toEqual([]);
});

it("a search for people of the region finds who studied at an institution that a load has moved there", async () => {
  const [member, reader] = [await oneMember(kampus), await oneMember(kampus)];
  await past.studied(member, 7, [2001, 2005]);
  const foundIn = async (region: number) => {
    const query = { object_id: "7", region_id: String(region) };
    const answer = await kampus.get("/api/ru/users", { token: reader.token, query });
    return answer.json<{ data: { id: number }[] }>().data.map(({ id }) => id);
  };
  const [before] = await placesAt(7);
  await kampus.db.transaction().execute(load(7, place));
  await correctEducations(kampus.db);
  expect(await foundIn(place.region_id)).toEqual([member.id]);
  expect(await foundIn(before?.region_id ?? 0)).toEqual([]);
});

// On the embedded database nothing happens while a load is under way.
it.runIf(process.env.TEST_DATABASE_URL)(
  "educations follow a load that was under way while they followed the one before",
  async () => {
    await past.studied(await oneMember(kampus), 8, [2001, 2005]);
    await kampus.db.transaction().execute(load(8, place));
    const later = { ...place, region_id: 1718206 };
    const commit = await holdOpen(kampus, load(8, later));
    try {
      await correctEducations(kampus.db);
    } finally {
      await commit();
    }
    await correctEducations(kampus.db);
    expect(await placesAt(8)).toEqual([later]);
  },
);
