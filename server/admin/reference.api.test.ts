import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import institutions from "#data/institutions.json" with { type: "json" };
import { lockOutNodes } from "#server/db/one-at-a-time.ts";
import { bringUpToDate } from "#server/services.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "kampus-import-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
  if (await kampus.db.selectFrom("institution_imports").select("fingerprint").executeTakeFirst())
    await reference("reset");
});

const reference = (...words: string[]) => testOperator(kampus)("reference", ...words);
const table = (content: string | Uint8Array, name = "table.csv") => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const head = "kind,region,name_ru,name_en,abbreviation";
const stored = () =>
  kampus.db
    .selectFrom("objects")
    .select(["id", "establishment_id", "region_id", "names", "retired_at"])
    .orderBy("id")
    .execute();
const found = async (text: string) => {
  const token = (await kampus.member()).token;
  return (
    await dataFrom<{ name: string }[]>(
      kampus.get("/api/en/profile/setting/params/objects", {
        token,
        query: { q: text },
      }),
    )
  ).map(({ name }) => name);
};

describe("a table of institutions", () => {
  it("that is exported and imported again changes nothing, byte for byte", async () => {
    const before = await stored();
    const first = path.join(folder, "first.csv");
    const second = path.join(folder, "second.csv");
    await reference("export", first);
    expect(await reference("diff", first, "--replace")).toEqual(["No differences"]);
    await reference("import", first, "--replace");
    await reference("export", second);
    expect(readFileSync(second, "utf8")).toBe(readFileSync(first, "utf8"));
    expect(await stored()).toEqual(before);
    expect(readFileSync(first, "utf8").split("\n").length).toBeGreaterThan(institutions.length);
  });

  /** On an embedded database there is no second command at once. */
  const onPostgres = process.env.TEST_DATABASE_URL ? it : null;

  onPostgres?.("is refused while another one is imported, and says so", async () => {
    const file = table(`${head}\nШкола,Ташкент,Школа № 9999,,`);
    await kampus.db.transaction().execute(async (trx) => {
      expect(await lockOutNodes(trx)).toBe(true); // as a command does first
      await expect(reference("import", file)).rejects.toThrow(/another import is under way/);
    });
    expect(await reference("import", file, "--dry-run")).toContainEqual(
      expect.stringContaining("1 added"),
    );
  });

  it("of many is imported in several parts, and tells meanwhile how many are stored", async () => {
    const count = 5_001; // three parts
    const rows = Array.from({ length: count }, (_, n) => `Школа,Ташкент,Школа № ${n + 10_000},,`);
    const before = (await stored()).length;
    const told: string[] = [];
    const operator = testOperator(kampus, { showProgress: (text) => told.push(text) });
    const file = table([head, ...rows].join("\n"), "many.csv");
    const [line] = await operator("reference", "import", file);
    const total = (before + count).toLocaleString("en");
    expect(line).toContain(`5,001 added, 0 changed, 0 removed; there are ${total}`);
    expect(await stored()).toHaveLength(before + count);
    const parts = ["2,500", "5,000", total].map((part) => `… ${part} of ${total} stored`);
    expect(told.slice(-3)).toEqual(parts);
  });

  it("with semicolons, as spreadsheets write them, is imported in one transaction, found by name and abbreviation, and stays after a start", async () => {
    const rows = Array.from(
      { length: 500 },
      (_, index) =>
        `Школа,Ташкент,Школа № ${index + 1000},School No. ${index + 1000},Ш${index + 1000}`,
    );
    const file = table(
      [head.replaceAll(",", ";"), ...rows.map((row) => row.replaceAll(",", ";"))].join("\r\n"),
    );
    const before = (await stored()).length;
    const [line] = await reference("import", file);
    expect(line).toBe(
      `✓ 500 added, 0 changed, 0 removed; there are ${(before + 500).toLocaleString("en")}`,
    );
    await bringUpToDate(kampus.db);
    expect(await stored()).toHaveLength(before + 500);
    expect(await found("School No. 1499")).toContain("School No. 1499");
    expect(await found("Ш1499")).toContain("School No. 1499");
    // Importing the same table again finds the same institutions, though it has no ids.
    expect(await reference("diff", file)).toEqual(["No differences"]);
    await reference("reset");
    expect(await stored()).toHaveLength(before);
  });

  it("changes the institutions that it names by id, and with --replace removes those it lacks, except used ones", async () => {
    const [first, second] = institutions;
    const exported = path.join(folder, "all.csv");
    await reference("export", exported);
    const lines = readFileSync(exported, "utf8").split("\n");
    const row = (lines.find((line) => line.startsWith(`${first?.id},`)) ?? "").replace(
      first?.names.en ?? "",
      "Renamed University",
    );
    const file = table([lines[0], row].join("\n"));
    expect(await reference("diff", file)).toEqual([
      expect.stringMatching(/^change /),
      expect.stringMatching(new RegExp(`^changed +${first?.id} +names `)),
    ]);
    const member = await kampus.member();
    await kampus.db
      .insertInto("educations")
      .values({
        user_id: member.id,
        establishment_id: second?.establishment_id ?? 0,
        region_id: second?.region_id ?? 0,
        object_id: second?.id ?? 0,
        start_year: 2001,
        end_year: 2005,
      })
      .execute();
    await reference("import", file, "--replace");
    const rows = await stored();
    expect(rows.map(({ id, retired_at }) => [id, retired_at !== null])).toEqual([
      [first?.id, false],
      [second?.id, true],
    ]);
    expect(rows[0]?.names.en).toBe("Renamed University");
    await kampus.db.deleteFrom("educations").execute();
  });

  it("gives no new institution the id of a removed one at which members study, and the removed one its own again", async () => {
    const rowOf = (name: string) => table(`${head}\nШкола,Ташкент,${name},,`);
    const named = async (name: string) => (await stored()).find(({ names }) => names.ru === name);
    await reference("import", rowOf("Школа № 9998"));
    const school = await named("Школа № 9998");
    const member = await oneMember(kampus);
    await testPast(kampus).studied(member, school?.id ?? 0, [2001, 2005]);
    await reference("reset");
    await reference("import", rowOf("Школа № 9999"));
    expect(await named("Школа № 9998")).toMatchObject({ id: school?.id });
    expect((await named("Школа № 9999"))?.id).toBe((school?.id ?? 0) + 1);
    await reference("import", rowOf("Школа № 9998"));
    expect(await named("Школа № 9998")).toEqual(school);
    await kampus.db.deleteFrom("educations").execute();
  });

  it("that is imported in a dry run reports the changes and how many are stored, and changes nothing", async () => {
    const file = table(`${head}\nШкола,Ташкент,Школа № 9999,,`);
    const before = await stored();
    const told: string[] = [];
    const operator = testOperator(kampus, { showProgress: (text) => told.push(text) });
    const lines = await operator("reference", "import", file, "--dry-run");
    expect(lines[0]).toMatch(/^dry run: 1 added, 0 changed, 0 removed/);
    const total = (before.length + 1).toLocaleString("en");
    expect(told.at(-1)).toBe(`… ${total} of ${total} stored`);
    expect(await stored()).toEqual(before);
  });

  it.each([
    ["Шкoлы,Ташкент,Школа,,", /row 2, column kind: no kind is called "Шкoлы"/],
    ["Школа,Ташкент / Нигде,Школа,,", /row 2, column region: no region is called/],
    ["Школа,,Школа,,", /row 2, column region: a region is needed/],
    ["Школа,99,Школа,,", /row 2, column region: no region has the id 99/],
    ["Школа,Ташкент,,,", /row 2, column name_ru: a name in at least one language/],
    [`Школа,Ташкент,Школа,,\nШкола,Ташкент,${"я".repeat(501)},,`, /row 3, column name_ru: longer/],
    ["Школа,Ташкент,Школа", /row 2: 3 columns instead of 5/],
    ['Школа,Ташкент,"Школа,,', /Quote Not Closed/],
  ])("names row and column of a fault, and nothing is imported: %#", async (rows, fault) => {
    const before = await stored();
    const file = table(`${head}\n${rows}`);
    for (const command of ["validate", "diff", "import"])
      await expect(reference(command, file)).rejects.toThrow(fault);
    expect(await stored()).toEqual(before);
  });

  it.each([
    ["kind,name_ru", /row 1, column region: it is missing/],
    ["kind,region,name_de", /row 1, column "name_de": there are id, kind/],
    ["kind,region", /row 1, column name_ru: a name in one language is needed/],
    [
      "id,kind,region,name_ru\n5,Школа,Ташкент,а\n5,Школа,Ташкент,б",
      /row 3, column id: row 2 has 5/,
    ],
    ["id,kind,region,name_ru\nx,Школа,Ташкент,а", /row 2, column id: "x" is no positive/],
  ])("with a wrong head or id is refused: %#", async (content, fault) => {
    await expect(reference("validate", table(content))).rejects.toThrow(fault);
  });

  it("with characters that PostgreSQL refuses in a name is imported without them", async () => {
    const file = table(`${head}\nШкола,Ташкент,Школа\0№ 9999,,Ш\0`);
    expect((await reference("import", file))[0]).toMatch(/^✓ 1 added/);
    expect((await stored()).map(({ names }) => names.ru)).toContain("Школа № 9999");
  });

  it("in another encoding than UTF-8 is refused, and nothing is imported", async () => {
    const before = await stored();
    // «Школа» as spreadsheets write it in windows-1251.
    const name = Buffer.from([0xd8, 0xea, 0xee, 0xeb, 0xe0]);
    const file = table(Buffer.concat([Buffer.from("kind,region,name_ru\n10,1726,"), name]));
    for (const command of ["validate", "diff", "import"])
      await expect(reference(command, file)).rejects.toThrow("table.csv: it is not in UTF-8");
    expect(await stored()).toEqual(before);
  });

  it("that does not exist is named", async () => {
    await expect(reference("import", path.join(folder, "gone.csv"))).rejects.toThrow(/gone\.csv/);
  });
});

it("the files of data/ are reported as correct", async () => {
  const lines = await reference("validate");
  expect(lines).toContain(
    `✓ data/institutions.json: ${institutions.length.toLocaleString("en")} entries`,
  );
  await expect(reference("reset")).rejects.toThrow("nothing was imported");
});
