/** Institutions as a table for spreadsheets: kinds and regions by name, a column of names for each language. */
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { idMax } from "#lib/http/schema.ts";
import { defaultLocale, locales } from "#lib/i18n/locales.ts";
import { nameOf } from "#server/db/localised-names.ts";
import { memberIdsFrom, ordinaryKindsOf } from "#server/reference/current-institutions.ts";
import { createPlaceIndex } from "#server/reference/place-index.ts";
import {
  type InstitutionEntry,
  nameMax,
  type ReferenceFiles,
} from "#server/reference/read-reference-files.ts";
import { schoolKeyOf } from "#server/reference/store-institutions.ts";
import { plainLine } from "#server/infra/plain-line.ts";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";

const faultsShown = 20;
const nameColumns = locales.map((locale) => ({ locale, column: `name_${locale}` }));
const columns = [
  "id",
  "kind",
  "region",
  ...nameColumns.map(({ column }) => column),
  "abbreviation",
  "former_names",
];

type Cells = Map<string, string>;

interface Surroundings {
  file: string;
  files: ReferenceFiles;
  before: InstitutionEntry[];
  /** Institutions made by members. */
  made?: InstitutionEntry[];
  /** Institutions that are in no list any more, but that members studied at. */
  removed?: InstitutionEntry[];
}

/**
 * The entries of a file. A row without an id gets that of the institution of `before` with the same kind, region and
 * name, or of the same school made by members (D-SCHOOL), or of the same one that was removed, else a new one. @throws
 * {StartFault} naming row and column of every fault; the head is row 1
 */
export function parseInstitutions(
  text: string,
  { file, files, before, made = [], removed = [] }: Surroundings,
): InstitutionEntry[] {
  const [head = [], ...rows] = readRows(text, file);
  const names = head.map((name) => name.trim());
  const headFaults = faultsOfHead(names).map((fault) => `${file}: row 1, ${fault}`);
  if (headFaults.length > 0) throw new StartFault(headFaults);
  const places = createPlaceIndex(files);
  const faults: string[] = [];
  const entries: (Omit<InstitutionEntry, "id"> & { id: number | undefined })[] = [];
  const rowOfId = new Map<number, number>();
  const rowOfName = new Map<string, { number: number; hasId: boolean }>();
  const knownIds = new Set([...before, ...made].map(({ id }) => id));
  for (const [index, row] of rows.entries()) {
    const number = index + 2;
    const fault = (column: string, says: string) => {
      faults.push(`${file}: row ${number}, column ${column}: ${says}`);
    };
    if (row.length !== names.length) {
      faults.push(`${file}: row ${number}: ${row.length} columns instead of ${names.length}`);
      continue;
    }
    const cells: Cells = new Map(
      names.map((name, column) => [name, valueOfCell((row[column] ?? "").trim())]),
    );
    const entry = {
      id: readId(cells, fault),
      establishment_id: found(cells, "kind", places.findKind, fault),
      region_id: found(cells, "region", places.findRegion, fault),
      names: readNames(cells, fault),
      ...readMore(cells, fault),
    };
    const earlier = entry.id === undefined ? undefined : rowOfId.get(entry.id);
    if (earlier !== undefined) fault("id", `row ${earlier} has ${entry.id} too`);
    else if (entry.id !== undefined) rowOfId.set(entry.id, number);
    const name = nameOf(entry.names, defaultLocale);
    if (entry.establishment_id && entry.region_id && name) {
      const key = keyOf(entry, name);
      const same = rowOfName.get(key);
      // Where both have ids, they may well be two that are called alike.
      if (same && !(same.hasId && entry.id !== undefined))
        fault(columnOf(entry.names, name), `row ${same.number} is of that kind, region and name`);
      rowOfName.set(key, { number, hasId: entry.id !== undefined });
    }
    if (entry.id !== undefined && entry.id >= memberIdsFrom && !knownIds.has(entry.id))
      fault("id", `ids from ${memberIdsFrom} on are those of schools that members made`);
    entries.push(entry);
  }
  if (faults.length > 0) throw new StartFault(shorten(faults, file));
  // The catalogue's own come first, so that they win.
  return giveIds(entries, [[...before, ...made], removed], ordinaryKindsOf(files));
}

/** What a spreadsheet would run as a formula when it opens the file, behind any number of apostrophes. */
const formula = /^'*[=+\-@\t\r]/;

/** With an apostrophe before it, a spreadsheet takes the cell for text; `valueOfCell` takes it away again. */
const cellOfValue = (value: string) => (formula.test(value) ? `'${value}` : value);

const valueOfCell = (cell: string) =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

type Fault = (column: string, says: string) => void;

function shorten(faults: string[], file: string): string[] {
  const more = faults.length - faultsShown;
  return more > 0 ? [...faults.slice(0, faultsShown), `${file}: ${more} more faults`] : faults;
}

/** Spreadsheets write commas, or semicolons where the comma is the decimal separator. */
function readRows(text: string, file: string): string[][] {
  const [firstLine = ""] = text.split("\n", 1);
  const delimiter = firstLine.split(";").length > firstLine.split(",").length ? ";" : ",";
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    throw new StartFault([`${file}: ${errorMessageOf(error)}`], { cause: error });
  }
}

function faultsOfHead(names: string[]): string[] {
  const needed = ["kind", "region"].filter((name) => !names.includes(name));
  return [
    ...names
      .filter((name) => !columns.includes(name))
      .map((name) => `column ${JSON.stringify(name)}: there are ${columns.join(", ")}`),
    ...names
      .filter((name, index) => names.indexOf(name) < index)
      .map((name) => `column ${name}: it is there twice`),
    ...needed.map((name) => `column ${name}: it is missing`),
    ...(nameColumns.some(({ column }) => names.includes(column))
      ? []
      : [`column name_${defaultLocale}: a name in one language is needed`]),
  ];
}

function readId(cells: Cells, fault: Fault): number | undefined {
  const text = cells.get("id") ?? "";
  if (text === "") return undefined;
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > idMax) fault("id", `${JSON.stringify(text)} is no positive whole number`);
  return id;
}

function found(
  cells: Cells,
  column: "kind" | "region",
  find: (text: string) => number | string,
  fault: Fault,
): number {
  const place = find(cells.get(column) ?? "");
  if (typeof place === "number") return place;
  fault(column, place);
  return 0;
}

function readNames(cells: Cells, fault: Fault): Record<string, string> {
  const names: Record<string, string> = {};
  for (const { locale, column } of nameColumns) {
    const name = plainLine(cells.get(column) ?? "");
    if ([...name].length > nameMax) fault(column, `longer than ${nameMax} characters`);
    if (name) names[locale] = name;
  }
  if (Object.keys(names).length === 0)
    fault(
      nameColumns.find(({ column }) => cells.has(column))?.column ?? "name",
      "a name in at least one language is needed",
    );
  return names;
}

const columnOf = (names: Record<string, string>, name: string) =>
  nameColumns.find(({ locale }) => names[locale] === name)?.column ?? "name";

function readMore(cells: Cells, fault: Fault): Pick<InstitutionEntry, "aliases" | "former_names"> {
  const aliases = readNamesBetween(cells, "abbreviation", fault);
  const former_names = readNamesBetween(cells, "former_names", fault);
  return {
    ...(aliases.length > 0 && { aliases }),
    ...(former_names.length > 0 && { former_names }),
  };
}

/** Names separated by vertical bars. */
function readNamesBetween(cells: Cells, column: string, fault: Fault): string[] {
  const names = (cells.get(column) ?? "").split("|").map(plainLine).filter(Boolean);
  if (names.some((name) => [...name].length > nameMax))
    fault(column, `longer than ${nameMax} characters`);
  return names;
}

type Named = Pick<InstitutionEntry, "establishment_id" | "region_id" | "names">;

const keyOf = ({ establishment_id, region_id }: Named, ...says: string[]) =>
  JSON.stringify([establishment_id, region_id, ...says]);

/**
 * Ids are permanent, so a row without one gets that of the same institution before, of whichever of the `groups` has it
 * first. All rows are told by their names first: a school that is told by its key alone must not take the id of one that
 * another row names in full.
 */
function giveIds(
  entries: (Omit<InstitutionEntry, "id"> & { id: number | undefined })[],
  groups: InstitutionEntry[][],
  ordinaryKinds: ReadonlySet<number>,
): InstitutionEntry[] {
  const waysToTell: ((entry: Named) => string | null)[] = [
    ...locales.map((locale) => (entry: Named) => {
      const name = entry.names[locale];
      return name === undefined ? null : keyOf(entry, locale, name);
    }),
    (entry) => {
      const school = ordinaryKinds.has(entry.establishment_id) ? schoolKeyOf(entry.names) : null;
      return school === null ? null : keyOf(entry, school);
    },
  ];
  const ids = entries.map(({ id }) => id);
  const taken = new Set(ids);
  const inTurn = groups.flatMap((group) => waysToTell.map((keyIn) => ({ group, keyIn })));
  for (const { group, keyIn } of inTurn) {
    const known = Map.groupBy(group, keyIn);
    for (const [index, entry] of entries.entries()) {
      const key = ids[index] === undefined ? keyIn(entry) : null;
      const same = key === null ? undefined : known.get(key)?.find(({ id }) => !taken.has(id));
      if (!same) continue;
      ids[index] = same.id;
      taken.add(same.id);
    }
  }
  let last = 0;
  for (const { id = 0 } of [...groups.flat(), ...entries])
    if (id < memberIdsFrom) last = Math.max(last, id);
  return entries.map((entry, index) => ({ ...entry, id: ids[index] ?? (last += 1) }));
}

/** The inverse of `parseInstitutions`. */
export function writeInstitutions(entries: InstitutionEntry[], files: ReferenceFiles): string {
  const { nameKind, nameRegion } = createPlaceIndex(files);
  const rows = entries.map(({ id, establishment_id, region_id, names, ...more }) =>
    [
      String(id),
      nameKind(establishment_id),
      nameRegion(region_id),
      ...locales.map((locale) => names[locale] ?? ""),
      (more.aliases ?? []).join(" | "),
      (more.former_names ?? []).join(" | "),
    ].map(cellOfValue),
  );
  return stringify([columns, ...rows], { bom: true });
}
