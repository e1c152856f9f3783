import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InstitutionList } from "#lib/institutions/schema.ts";
import { loadReference } from "#server/reference/load-reference.ts";
import { objectReferences } from "#server/reference/object-references.ts";
import { readReferenceFiles } from "#server/reference/read-reference-files.ts";
import { forgetInstitutions } from "#server/institutions/requests.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "kampus-institutions-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const operator = (...words: string[]) => testOperator(kampus)(...words);
const institutions = (...words: string[]) => operator("institutions", ...words);
/** Districts of Andijan without a school in the catalogue. */
const districts = [1703202, 1703203, 1703206, 1703209, 1703210, 1703211, 1703214, 1703217];
let used = 0;
const freshDistrict = () => districts[used++] ?? 0;

async function makeSchool(member: SignedInMember, region_id: number, name = "Школа № 4") {
  const body = { establishment_id: 10, region_id, name };
  return dataFrom<{ id: number; name: string }>(
    kampus.post("/api/ru/objects", body, { token: member.token }),
  );
}
async function study(member: SignedInMember, object_id: number, region_id: number) {
  const place = { establishment_id: 10, region_id, object_id };
  await kampus.db
    .insertInto("educations")
    .values({ user_id: member.id, ...place, start_year: 2001, end_year: 2010 })
    .execute();
}
const educationsOf = ({ id }: { id: number }) =>
  kampus.db
    .selectFrom("educations")
    .select(["object_id", "region_id", "establishment_id"])
    .where("user_id", "=", id)
    .execute();
const rowOf = (id: number) =>
  kampus.db.selectFrom("objects").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const found = async (q: string, region: number) => {
  const answer = await kampus.get("/api/ru/objects", { query: { q, region_id: String(region) } });
  return answer.json<InstitutionList>().data.map(({ id }) => id);
};
const reload = async (
  change: (files: ReturnType<typeof readReferenceFiles>) => void = () => {},
) => {
  const files = readReferenceFiles();
  change(files);
  await kampus.db.deleteFrom("reference_load").execute();
  await kampus.db.transaction().execute((trx) => loadReference(trx, files));
};
const table = (content: string) => {
  const file = path.join(folder, "table.csv");
  writeFileSync(file, content);
  return file;
};

it("every foreign key to institutions is among those that a merge moves", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT referring.relname AS table, attribute.attname AS column
    FROM pg_constraint
    JOIN pg_class AS referring ON referring.oid = conrelid
    JOIN pg_attribute AS attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND confrelid = 'objects'::regclass AND conparentid = 0`.execute(kampus.db);
  const keyOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;
  expect(objectReferences.map(keyOf).sort()).toEqual(rows.map(keyOf).sort());
});

describe("a school made by members", () => {
  it("survives a load of other files, with its names and its place in the lists", async () => {
    const [member, district] = [await oneMember(kampus), freshDistrict()];
    const { id } = await makeSchool(member, district);
    const before = await rowOf(id);
    await reload((files) => void files.institutions.pop());
    await reload();
    expect(await rowOf(id)).toEqual(before);
    expect(await found("4", district)).toEqual([id]);
  });

  it("is adopted by a table row without an id, and belongs to the members again after a reset", async () => {
    const [member, district] = [await oneMember(kampus), freshDistrict()];
    const { id } = await makeSchool(member, district);
    await study(member, id, district);
    const file = table(
      `kind,region,name_ru,name_uz\nШкола,${district},Школа № 4 имени Навои,4-maktab`,
    );
    expect((await operator("reference", "import", file))[0]).toMatch(
      /^✓ 1 added, 0 changed, 0 rem/,
    );
    expect(await rowOf(id)).toMatchObject({
      names: { ru: "Школа № 4 имени Навои", uz: "4-maktab" },
      retired_at: null,
    });
    expect(await found("4", district)).toEqual([id]);
    await operator("reference", "reset");
    expect(await rowOf(id)).toMatchObject({ retired_at: null, source: "members" });
    expect(await found("110-maktab навои 4", district)).toEqual([]);
    expect(await found("4", district)).toEqual([id]);
  });

  it("is adopted by an entry of the files with another id: educations move, and the former address redirects", async () => {
    const [member, district] = [await oneMember(kampus), freshDistrict()];
    const { id } = await makeSchool(member, district);
    await study(member, id, district);
    await reload((files) => {
      const names = { ru: "Школа № 4", uz: "4-maktab" };
      files.institutions.push({ id: 9001, establishment_id: 10, region_id: district, names });
    });
    expect(await educationsOf(member)).toMatchObject([{ object_id: 9001 }]);
    expect(await found("4", district)).toEqual([9001]);
    const page = await kampus.get(`/api/ru/objects/${id}`);
    expect(page.json()).toMatchObject({ data: { id: 9001, name: "Школа № 4" } });
    const { token } = await oneMember(kampus);
    const members = await kampus.get(`/api/ru/objects/${id}/members`, { token });
    expect(members.json<{ data: unknown[] }>().data).toHaveLength(1);
    const again = await makeSchool(member, district, "4-maktab");
    expect(again.id).toBe(9001);
    // Without the entry it belongs to the members again, and is in the lists.
    await reload();
    expect(await found("4", district)).toEqual([9001]);
  });

  it("is listed with its maker and the number of its educations, and exported", async () => {
    const [member, district] = [await oneMember(kampus), freshDistrict()];
    const { id } = await makeSchool(member, district, "Школа № 41");
    await study(member, id, district);
    const lines = await institutions("--made-by-members", "--after", String(id - 1));
    expect(lines[0]).toMatch(/^id +from +made \(UTC\) +by +educations +kind +region +name$/);
    expect(lines[1]).toMatch(
      new RegExp(`^${id} +members +\\S+ \\S+ +${member.id} +1 +School .* Школа № 41$`),
    );
    const file = path.join(folder, "made.csv");
    await operator("reference", "export", file, "--made-by-members");
    expect(readFileSync(file, "utf8")).toContain(`${id},`);
    expect((await operator("reference", "validate", file))[0]).toMatch(/added, 0 changed/);
  });

  it("is removed from the lists by the operator and stays in educations; a catalogue one is not", async () => {
    const [member, district] = [await oneMember(kampus), freshDistrict()];
    const { id } = await makeSchool(member, district);
    await study(member, id, district);
    expect(await institutions("remove", String(id))).toEqual([`✓ Removed ${id}`]);
    expect(await found("4", district)).toEqual([]);
    await reload();
    expect(await found("4", district)).toEqual([]);
    expect((await kampus.get(`/api/ru/objects/${id}`)).statusCode).toBe(200);
    await expect(institutions("remove", "170")).rejects.toThrow("is of the catalogue");
  });
});

it("a school of members that the catalogue has as well is not removed, since the next load would bring it back", async () => {
  const [member, district] = [await oneMember(kampus), freshDistrict()];
  const { id } = await makeSchool(member, district);
  const file = table(`kind,region,name_ru\n10,${district},Школа № 4`);
  await operator("reference", "import", file);
  await expect(institutions("remove", String(id))).rejects.toThrow("is of the catalogue");
  await operator("reference", "reset");
  expect(await institutions("remove", String(id))).toEqual([`✓ Removed ${id}`]);
});

describe("merging", () => {
  it("moves all references of one institution to the other, which is then found by the names of both", async () => {
    const [member, district] = [await oneMember(kampus), freshDistrict()];
    const [from, into] = [
      await makeSchool(member, district, "Школа Гулшан"),
      await makeSchool(member, district, "Школа № 8"),
    ];
    await study(member, from.id, district);
    const dry = await institutions("merge", String(from.id), String(into.id), "--dry-run");
    expect(dry[0]).toBe(`dry run: ${from.id} is ${into.id} from now on`);
    expect(await educationsOf(member)).toMatchObject([{ object_id: from.id }]);
    await institutions("merge", String(from.id), String(into.id));
    expect(await educationsOf(member)).toMatchObject([{ object_id: into.id }]);
    for (const q of ["гулшан", "gulshan", "8"])
      expect(await found(q, district), q).toEqual([into.id]);
    await reload();
    expect(await found("гулшан", district)).toEqual([into.id]);
    const audited = (await operator("audit", "--limit", "5")).join("\n");
    expect(audited).toContain(`institution ${from.id}`);
  });

  it("of a school into a university gives educations its kind and region", async () => {
    const [member, district] = [await oneMember(kampus), freshDistrict()];
    const { id } = await makeSchool(member, district);
    await study(member, id, district);
    await institutions("merge", String(id), "1");
    expect(await educationsOf(member)).toEqual([
      { object_id: 1, establishment_id: 1, region_id: 1726280 },
    ]);
  });

  it.each([
    [["173", "173"], "cannot be merged into itself"],
    [["173", "999999"], "there is no institution 999999"],
    [["173"], "INTO is missing"],
    [["173", "x"], "is no id of an institution"],
  ])("of %j is refused", async (ids, says) => {
    await expect(institutions("merge", ...ids)).rejects.toThrow(says);
  });
});

describe("renaming", () => {
  it("applies in every language and survives loads, and the former name still finds the institution", async () => {
    const names = ["--ru", "Новый вуз", "--uz", "Yangi OTM", "--en", "New University"];
    await institutions("rename", "2", ...names, "--uz-Cyrl", "Янги ОТМ");
    await reload();
    const named = await kampus.get("/api/en/objects/2");
    expect(named.json()).toMatchObject({ data: { name: "New University" } });
    for (const q of ["Новый вуз", "Ташкентский государственный технический университет", "ТГТУ"]) {
      const answer = await kampus.get("/api/ru/objects", { query: { q } });
      expect(answer.json<InstitutionList>().data[0]?.id, q).toBe(2);
    }
  });

  it("without a name, to the name of an existing school, or of an unknown institution is refused", async () => {
    await expect(institutions("rename", "2")).rejects.toThrow("a name is needed");
    await expect(institutions("rename", "999999", "--ru", "А")).rejects.toThrow("no institution");
    await expect(institutions("rename", "171", "--ru", "Школа № 5")).rejects.toThrow(
      "that is already school 170 of the district",
    );
  });
});

describe("a request of a member", () => {
  const ask = async (member: { token: string }, name: string) => {
    const body = { establishment_id: 1, region_id: 1703, name };
    const answer = await kampus.post("/api/ru/objects", body, { token: member.token });
    expect(answer.statusCode).toBe(202);
    const row = await kampus.db
      .selectFrom("institution_requests")
      .select("id")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return String(row.id);
  };

  it("is accepted: the institution exists, and the member is mailed in their language", async () => {
    const member = await kampus.member();
    const id = await ask(member, "Университет Бобура");
    expect((await institutions("requests")).join("\n")).toMatch(
      new RegExp(
        `^${id} +\\S+ \\S+ +${member.id} +ru +University +Andijan Region +Университет Бобура$`,
        "m",
      ),
    );
    const dry = await institutions("accept", id, "--dry-run");
    expect(dry[0]).toMatch(/^dry run: Request/);
    const [line = ""] = await institutions(
      "accept",
      id,
      "--ru",
      "Университет имени Бобура",
      "--en",
      "Babur University",
    );
    expect(line).toMatch(
      new RegExp(`^✓ Request ${id} is institution \\d+; member ${member.id} is mailed$`),
    );
    const objectId = Number(/institution (\d+)/.exec(line)?.[1]);
    expect(await found("бобура", 1703)).toContain(objectId);
    const mails = await kampus.mails(member.email, 2);
    const mail = mails.find(({ subject }) => subject.startsWith("Учебное заведение добавлено"));
    expect(mail?.text).toContain("«Университет имени Бобура»");
    expect(mail?.text).toContain(`/ru/objects/${objectId}`);
    await expect(institutions("accept", id)).rejects.toThrow(`there is no open request ${id}`);
    await reload();
    expect(await found("бобура", 1703)).toContain(objectId);
  });

  it("is rejected with a reason, which is mailed but not stored in the audit", async () => {
    const member = await kampus.member();
    const id = await ask(member, "Академия снов");
    await expect(institutions("reject", id)).rejects.toThrow("--reason is missing");
    await institutions("reject", id, "--reason", "Такой академии нет");
    const mails = await kampus.mails(member.email, 2);
    expect(mails.map(({ text }) => text).join("\n")).toContain("Такой академии нет");
    expect(await institutions("requests", "--state", "rejected")).toEqual(
      expect.arrayContaining([expect.stringContaining("Академия снов")]),
    );
    expect((await operator("audit", "--limit", "5")).join("\n")).not.toContain(
      "Такой академии нет",
    );
  });
});

it("a purged member's requests are gone, and their schools have no maker", async () => {
  const [member, district] = [await oneMember(kampus), 1703220];
  const { id } = await makeSchool(member, district);
  await kampus.post(
    "/api/ru/objects",
    { establishment_id: 1, region_id: 1703, name: "Чей-то вуз" },
    { token: member.token },
  );
  await forgetInstitutions(kampus.db, member.id);
  expect(await rowOf(id)).toMatchObject({ author_id: null, source: "members", retired_at: null });
  const asked = await kampus.db
    .selectFrom("institution_requests")
    .select("id")
    .where("member_id", "=", member.id)
    .execute();
  expect(asked).toEqual([]);
});
