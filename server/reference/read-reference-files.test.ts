import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { readReferenceFiles } from "#server/reference/read-reference-files.ts";
import { sanitiseSvg } from "#server/reference/svg-markup.ts";
import { StartFault } from "#server/infra/start-fault.ts";

const data = new URL("../../data/", import.meta.url);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "kampus-data-"));
  cpSync(data, folder, { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const read = () => readReferenceFiles(pathToFileURL(`${folder}${path.sep}`));

type Entries = Record<string, unknown>[];

function change(file: string, changed: (entries: Entries) => Entries) {
  const address = path.join(folder, `${file}.json`);
  const entries = JSON.parse(readFileSync(address, "utf8")) as Entries;
  writeFileSync(address, JSON.stringify(changed(entries)));
}

const withFirst = (fields: object) => (entries: Entries) => [
  { ...entries[0], ...fields },
  ...entries.slice(1),
];

function faults(): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof StartFault) return error.lines;
    throw error;
  }
  return [];
}

describe("the reference data that are shipped", () => {
  const files = readReferenceFiles();
  const parents = new Map(files.regions.map(({ id, parent_id = id }) => [id, parent_id]));

  it("cover a whole country", () => {
    expect(files.regions.filter(({ parent_id }) => parent_id === undefined)).toHaveLength(14);
    expect(files.regions.length).toBeGreaterThan(200);
    expect(files.institutions.length).toBeGreaterThanOrEqual(120);
    expect(files.spheres.length).toBeGreaterThanOrEqual(20);
    expect(files.positions.length).toBeGreaterThanOrEqual(150);
  });

  it("have institutions in every region and of every kind, positions in every sphere", () => {
    const regions = new Set(files.institutions.map(({ region_id }) => parents.get(region_id)));
    expect(regions.size).toBe(14);
    const kinds = new Set(files.institutions.map(({ establishment_id }) => establishment_id));
    expect(kinds.size).toBe(files.establishments.length);
    const spheres = new Set(files.positions.map(({ sphere_id }) => sphere_id));
    expect(spheres.size).toBe(files.spheres.length);
  });

  it("are named in every language, Uzbek with its own apostrophes, each institution once", () => {
    for (const entries of Object.values(files))
      for (const { names } of entries as { names: Record<string, string> }[]) {
        expect(Object.keys(names).sort()).toEqual([...locales].sort());
        expect(Object.values(names).join(" ")).not.toMatch(/['`‘’]|\s\s/);
        expect(names.uz).not.toMatch(/[а-яё]/i);
      }
    for (const locale of locales)
      expect(new Set(files.institutions.map(({ names }) => names[locale])).size).toBe(
        files.institutions.length,
      );
  });

  it("have icons that lose nothing when they are sanitised", () => {
    for (const { source } of files.establishments)
      expect(
        sanitiseSvg(source)
          .replace(' xmlns="http://www.w3.org/2000/svg"', "")
          .replace(/></g, ">\n<"),
      ).toBe(source.replace(/<(\w+)([^>]*)\/>/g, "<$1$2></$1>").replace(/></g, ">\n<"));
  });
});

describe("reference data with a fault", () => {
  it.each([
    [
      "regions",
      { names: {} },
      "entry 1 (id 1735): names: a name in at least one language is needed",
    ],
    ["regions", { names: { ru: " " } }, "entry 1 (id 1735): names.ru: Too small"],
    ["regions", { names: { "??": "x" } }, "entry 1 (id 1735): names"],
    [
      "regions",
      { names: { ru: 5 } },
      "entry 1 (id 1735): names.ru: Invalid input: expected string",
    ],
    ["regions", { id: "x" }, 'entry 1 (id "x"): id: Invalid input: expected number'],
    ["regions", { id: 0 }, "entry 1 (id 0): id: Too small"],
    ["regions", { parentid: 3 }, 'entry 1 (id 1735): Unrecognized key: "parentid"'],
    ["regions", { parent_id: 1 }, "entry 1 (id 1735): parent_id: no entry has the id 1"],
    ["regions", { parent_id: 1735 }, "entry 1 (id 1735): parent_id: leads back to itself"],
    ["institutions", { id: 2 }, "entry 2 (id 2): another entry has this id"],
    ["institutions", { region_id: 5 }, "entry 1 (id 1): region_id: no entry has the id 5"],
    [
      "institutions",
      { establishment_id: 99 },
      "entry 1 (id 1): establishment_id: no entry has the id 99",
    ],
    ["positions", { sphere_id: 999 }, "entry 1 (id 101): sphere_id: no entry has the id 999"],
    [
      "establishments",
      { study_years: 0 },
      "entry 1 (id 1): study_years: Too small: expected number to be >=1",
    ],
    ["establishments", { source: null }, "entry 1 (id 1): source: Invalid input: expected string"],
  ])("names the file and the entry: %s %j", (file, fields, fault) => {
    change(file, withFirst(fields));
    const lines = faults();
    expect(lines.some((line) => line.startsWith(`data/${file}.json: ${fault}`))).toBe(true);
  });

  it("names a file that is no JSON, or is not there", () => {
    writeFileSync(path.join(folder, "spheres.json"), "[{");
    expect(faults()).toEqual([expect.stringMatching(/^data\/spheres\.json: .*JSON/)]);
    rmSync(path.join(folder, "spheres.json"));
    expect(faults()).toEqual([expect.stringMatching(/^data\/spheres\.json: ENOENT/)]);
  });

  it("shows the first faults of many", () => {
    change("institutions", (entries) => entries.map((entry) => ({ ...entry, id: null })));
    expect(faults()).toHaveLength(20);
  });
});
