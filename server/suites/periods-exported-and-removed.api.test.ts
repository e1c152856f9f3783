/**
 * Educations and jobs: in the archive, when their member is deleted, and when their references are removed from data/.
 */
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { loadReference } from "#server/reference/load-reference.ts";
import { readReferenceFiles, type ReferenceFiles } from "#server/reference/read-reference-files.ts";
import { faultyFields, statusAndBody } from "#server/testing/answers.ts";
import { studies, testEntries, works } from "#server/testing/data/educations-and-jobs.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { downloadArchive, readZip } from "#server/testing/data/read-zip.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const educations = () => testEntries(kampus, "educations", studies);
const jobs = () => testEntries(kampus, "jobs", works);

async function oneWithEntries() {
  const member = await oneMember(kampus);
  const educationId = await educations().add(member, { end: null });
  const jobId = await jobs().add(member);
  return { ...member, educationId, jobId };
}

describe("the archive of a member", () => {
  it("holds educations and jobs, readable in the member's language", async () => {
    const member = await oneWithEntries();
    const read = async (locale: string) => {
      const files = readZip(await downloadArchive(kampus, member, locale));
      return ["educations.json", "jobs.json"].map(
        (name) => JSON.parse(files.get(name) ?? "") as unknown,
      );
    };
    expect(await read("en")).toEqual([
      [
        {
          id: member.educationId,
          establishment: "University",
          region: "Almazar District",
          object: "National University of Uzbekistan named after Mirzo Ulugbek",
          speciality: "Математика",
          group: null,
          start: 2010,
          end: null,
        },
      ],
      [
        {
          id: member.jobId,
          sphere: "Education",
          position: "Teacher",
          region: "Almazar District",
          company: "Школа № 110",
          start: 2014,
          end: 2018,
        },
      ],
    ]);
    expect(await read("ru")).toMatchObject([
      [{ establishment: "Университет", region: "Алмазарский район" }],
      [{ sphere: "Образование", position: "Учитель" }],
    ]);
  });
});

describe("a purged account", () => {
  it("has no educations and no jobs, and others keep theirs", async () => {
    const [gone, stays] = [await oneWithEntries(), await oneWithEntries()];
    await kampus.purge(gone);
    for (const table of ["educations", "jobs"] as const) {
      const rows = await kampus.db.selectFrom(table).select("user_id").execute();
      const owners = rows.map(({ user_id }) => user_id);
      expect(owners).not.toContain(gone.id);
      expect(owners).toContain(stays.id);
    }
  });
});

const shipped = readReferenceFiles();
const load = (files: ReferenceFiles) =>
  kampus.db.transaction().execute((trx) => loadReference(trx, files));

/**
 * The files without the references of a test's entries, and without rows that would then lack a kind, sphere or region.
 */
const without: ReferenceFiles = {
  establishments: shipped.establishments.filter(({ id }) => id !== 1),
  regions: shipped.regions.filter(({ id }) => id !== 1726280),
  institutions: shipped.institutions.filter(
    ({ establishment_id, region_id }) => establishment_id !== 1 && region_id !== 1726280,
  ),
  spheres: shipped.spheres.filter(({ id }) => id !== 1),
  positions: shipped.positions.filter(({ sphere_id }) => sphere_id !== 1),
};

const idsIn = async (
  table: "establishments" | "regions" | "objects" | "spheres" | "positions",
  ids: number[],
) => {
  const rows = await kampus.db
    .selectFrom(table)
    .select("id")
    .where("id", "in", ids)
    .where("retired_at", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
};

describe("a row removed from the reference data", () => {
  afterEach(async () => {
    await kampus.db.deleteFrom("reference_load").execute();
    await load(shipped);
  });

  it("is retired, not deleted, while an education or a job refers to it, and still named", async () => {
    const member = await oneWithEntries();
    const before = [await educations().list(member), await jobs().list(member)];
    await load(without);
    expect([
      await idsIn("establishments", [1]),
      await idsIn("regions", [1726280]),
      await idsIn("objects", [1]),
      await idsIn("spheres", [1]),
      await idsIn("positions", [101, 102]),
    ]).toEqual([[1], [1726280], [1], [1], [101]]);
    expect([await educations().list(member), await jobs().list(member)]).toEqual(before);
  });

  it("is no longer offered, and no new entry accepts it", async () => {
    const member = await oneWithEntries();
    await load(without);
    for (const [list, id] of Object.entries({
      establishments: 1,
      "regions?parent_id=1726": 1726280,
      "objects?establishment_id=1": 1,
      spheres: 1,
      "positions?sphere_id=1": 101,
    })) {
      const answer = await kampus.get(`/api/en/profile/setting/params/${list}`, member);
      const offered = answer.json<{ data: { id: number }[] }>().data.map((row) => row.id);
      expect([answer.statusCode, offered.includes(id)], list).toEqual([200, false]);
    }
    const answers = [await educations().post(member), await jobs().post(member)];
    const refused = answers.map((answer) => [answer.statusCode, faultyFields(answer).sort()]);
    expect(refused).toEqual([
      [422, ["establishment_id", "object_id", "region_id"]],
      [422, ["position_id", "region_id", "sphere_id"]],
    ]);
  });

  it("stays with its entry when the rest of that is changed, and only there", async () => {
    const member = await oneWithEntries();
    await load(without);
    const { educationId, jobId } = member;
    const saved = await educations().put(member, educationId, { start: 2011 });
    expect(statusAndBody(saved)).toMatchObject([200, { data: { start: 2011 } }]);
    expect((await jobs().put(member, jobId, { company: "Другая" })).statusCode).toBe(200);
    const elsewhere = { sphere_id: 3, position_id: 301 };
    expect((await jobs().put(member, jobId, { ...elsewhere, region_id: 1726 })).statusCode).toBe(
      200,
    );
    expect((await jobs().put(member, jobId)).statusCode).toBe(422);
  });

  it("is offered again when it is back", async () => {
    const member = await oneWithEntries();
    await load(without);
    await load(shipped);
    expect((await educations().post(member)).statusCode).toBe(201);
    expect((await jobs().post(member)).statusCode).toBe(201);
  });

  // The embedded database does one thing after another: there nothing happens meanwhile.
  if (process.env.TEST_DATABASE_URL)
    it("is refused to an entry that was being added when it was removed", async () => {
      const member = await oneMember(kampus);
      const { added } = await kampus.db.transaction().execute(async (trx) => {
        await sql`SELECT FROM objects WHERE id = ${studies.object_id} FOR UPDATE`.execute(trx);
        const posted = educations().post(member);
        await expect.poll(kampus.waitingForLocks).toBeGreaterThan(0);
        await sql`UPDATE objects SET retired_at = now() WHERE id = ${studies.object_id}`.execute(
          trx,
        );
        return { added: posted }; // not awaited: it waits for this transaction
      });
      const refused = await added;
      expect([refused.statusCode, faultyFields(refused)]).toEqual([422, ["object_id"]]);
    });
});
