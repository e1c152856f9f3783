import { parse as readTable } from "csv-parse/sync";
import { expect, test } from "vitest";
import { parseInstitutions, writeInstitutions } from "#server/reference/institution-csv.ts";
import { diffInstitutions } from "#server/reference/institution-import.ts";
import {
  type InstitutionEntry,
  readReferenceFiles,
} from "#server/reference/read-reference-files.ts";

const files = readReferenceFiles();
const parse = (text: string, before: InstitutionEntry[] = []) =>
  parseInstitutions(text, { file: "table.csv", files, before });

test("30,000 institutions come back from a table as they were", () => {
  const [first] = files.institutions;
  const many = Array.from({ length: 30_000 }, (_, index) => ({
    id: index + 1,
    establishment_id: files.establishments[index % files.establishments.length]?.id ?? 0,
    region_id: files.regions[index % files.regions.length]?.id ?? 0,
    names: { ru: `“Школа”, № ${index}; "и кавычки"`, en: first?.names.en ?? "" },
    ...(index % 2 ? { aliases: [`Ш${index}`, "и ещё"] } : {}),
  }));
  expect(parse(writeInstitutions(many, files))).toEqual(many);
});

test("a table of 30,000 institutions without ids differs from the one before in the row that changed and the new one alone", () => {
  const tableOf = (count: number, change: (row: string) => string = String) => {
    const rows = Array.from({ length: count }, (_, n) => `Школа,Ташкент,Школа № ${n + 10_000},`);
    return ["kind,region,name_ru,abbreviation", ...rows.map(change)].join("\n");
  };
  const before = parse(tableOf(30_000));
  const another = tableOf(30_001, (row) => row.replace(/№ 10017,$/, "№ 10017,Ш17"));
  const { added, changed, removed } = diffInstitutions(before, parse(another, before));
  expect(added.map(({ names }) => names)).toEqual([{ ru: "Школа № 40000" }]);
  expect(changed.map(({ after, fields }) => [after.names, fields])).toEqual([
    [{ ru: "Школа № 10017" }, ["abbreviation"]],
  ]);
  expect(removed).toEqual([]);
});

test("a name may have 500 characters, also where each takes two units of JavaScript", () => {
  const tableOf = (name: string) =>
    `kind,region,name_ru,abbreviation\nШкола,Ташкент,${name},${name}`;
  const [longest, longer] = [500, 501].map((length) => "𝐒".repeat(length));
  expect(parse(tableOf(longest ?? ""))).toMatchObject([{ names: { ru: longest } }]);
  expect(() => parse(tableOf(longer ?? ""))).toThrow(/longer than 500 characters/);
});

test("no cell begins as a formula of a spreadsheet, and each comes back as it was", () => {
  const names = ["=cmd|' /C calc'!A1", "+1", "-1", "@SUM(1)", "'=1", "''=1", "'школа'"];
  /** Bars separate these names. */
  const between = (name: string) => name.replaceAll("|", "").trim();
  const many = names.map((ru, index) => ({
    id: index + 1,
    establishment_id: 1,
    region_id: 1726,
    names: { ru },
    aliases: [between(ru), "Ш"],
    former_names: [between(ru)],
  }));
  const table = writeInstitutions(many, files);
  const rows: string[][] = readTable(table, { bom: true });
  const cells = rows.flat();
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  expect(cells).toContain("'школа'");
  expect(parse(table)).toEqual(many);
});

test("names are on one line, without characters that nobody sees", () => {
  const row = '10,1726280,"Шко\u00ADла\n№\u00009",Ш\u200B9 | \u200B,"Школа\r\n№ 8"';
  const [parsed] = parse(`kind,region,name_ru,abbreviation,former_names\n${row}`);
  expect(parsed).toMatchObject({
    names: { ru: "Школа № 9" },
    aliases: ["Ш9"],
    former_names: ["Школа № 8"],
  });
});

test("kinds and regions are named in any language, in any case, or by id", () => {
  const named = ["Университет,Ташкент", "university,TASHKENT", "1,1726"];
  const rows = named.map((place, index) => `${place},Новый ${index}`);
  const places = parse(["kind,region,name_ru", ...rows].join("\n"));
  expect(places.map(({ establishment_id, region_id }) => [establishment_id, region_id])).toEqual(
    named.map(() => [1, 1726]),
  );
});

test("a row without an id is the institution of that kind, region and name, else a new one", () => {
  const text = "kind,region,name_ru\nУниверситет,Ташкент,Один\nУниверситет,Ташкент,Два";
  const known = { id: 7, establishment_id: 1, region_id: 1726, names: { ru: "Два", en: "Two" } };
  const gone = { ...known, id: 90, names: { ru: "Три" } };
  expect(parse(text, [known, gone]).map(({ id }) => id)).toEqual([91, 7]);
});

test("rows without ids that are called the same in one place are a fault, whatever the order of those with ids", () => {
  const head = "id,kind,region,name_ru,name_uz";
  const twice = [head, ",10,1726280,Школа № 9,", ",10,1726280,Школа № 9,9-maktab"].join("\n");
  expect(() => parse(twice)).toThrow(
    "row 3, column name_ru: row 2 is of that kind, region and name",
  );
  const given = [head, ",10,1726280,,9-maktab", "5,10,1726280,,9-maktab"].join("\n");
  expect(() => parse(given)).toThrow(
    "row 3, column name_uz: row 2 is of that kind, region and name",
  );
  const elsewhere = [head, ",10,1726280,Школа № 9,", ",10,1726269,Школа № 9,"].join("\n");
  expect(parse(elsewhere)).toHaveLength(2);
});

test("institutions that are called the same and have ids come back as they were, and a row is the same one of them at every import", () => {
  const one = { establishment_id: 10, region_id: 1726280, names: { ru: "Школа № 9" } };
  const both = [1, 2].map((id) => ({ id, ...one }));
  expect(parse(writeInstitutions(both, files), both)).toEqual(both);
  const row = "kind,region,name_ru\n10,1726280,Школа № 9";
  expect(parse(row, both).map(({ id }) => id)).toEqual([1]);
});

test.each([
  ["first", ["Школа № 5 имени Навои", "Школа № 5"], [8, 7]],
  ["last", ["Школа № 5", "Школа № 5 имени Навои"], [7, 8]],
])(
  "a row that comes %s gets no id of a school whose whole name another row has",
  (_, names, ids) => {
    const before = [
      {
        id: 7,
        establishment_id: 10,
        region_id: 1726280,
        names: { ru: "Школа № 5", uz: "5-maktab" },
      },
    ];
    const rows = names.map((name) => `10,1726280,${name}`);
    const parsed = parse(["kind,region,name_ru", ...rows].join("\n"), before);
    expect(parsed.map(({ id }) => id)).toEqual(ids);
  },
);

test("a row gets the id of a school that is there, known by its number alone, rather than of one that was removed", () => {
  const place = { establishment_id: 10, region_id: 1726280 };
  const parsed = parseInstitutions("kind,region,name_ru\n10,1726280,Школа № 5", {
    ...{ file: "table.csv", files },
    before: [{ id: 9, ...place, names: { ru: "Школа № 5 имени Навои" } }],
    removed: [{ id: 7, ...place, names: { ru: "Школа № 5" } }],
  });
  expect(parsed.map(({ id }) => id)).toEqual([9]);
});

test("at most 20 faults are shown, and how many more there are", () => {
  const rows = Array.from({ length: 50 }, () => "Нигде,Ташкент,Школа");
  expect(() => parse(["kind,region,name_ru", ...rows].join("\n"))).toThrow(/30 more faults$/);
});
