/** The files of data/ that the reference tables are loaded from (docs/reference-data.md). */
import { z } from "zod";
import { idMax } from "#lib/http/schema.ts";
import { readData } from "#server/infra/read-data.ts";
import { StartFault } from "#server/infra/start-fault.ts";

/** @throws {StartFault} naming the file and the entry of every fault. */
export function readReferenceFiles(folder?: URL): ReferenceFiles {
  const files = {
    establishments: readData("establishments", z.array(establishment), folder),
    regions: readData("regions", z.array(region), folder),
    institutions: readData("institutions", z.array(institutionEntry), folder),
    spheres: readData("spheres", z.array(sphere), folder),
    positions: readData("positions", z.array(position), folder),
  };
  const faults = misplaced(files);
  if (faults.length > 0) throw new StartFault(faults);
  return files;
}

export const nameMax = 500;
const studyYearsMax = 20;
const id = z.int().min(1).max(idMax);
const name = z.string().trim().min(1).max(nameMax);
const locale = z.string().regex(/^[a-z]{2,3}(-[A-Za-z\d]+)*$/, "not a locale");
const names = z
  .record(locale, name)
  .refine((given) => Object.keys(given).length > 0, "a name in at least one language is needed");

/**
 * Kinds of institution, in the order of the lists. `source`: SVG markup of the icon. `ordinary_school`: its
 * institutions are schools with a number or a name in a district, which members may add where the catalogue lacks them.
 * `study_years`: how long studies there usually take.
 */
const establishment = z.strictObject({
  id,
  names,
  source: z.string().max(8192),
  ordinary_school: z.boolean().optional(),
  study_years: z.int().min(1).max(studyYearsMax).optional(),
});

/** A region; with `parent_id` a part of one, such as a district. */
const region = z.strictObject({ id, parent_id: id.optional(), names });

/** A search also finds it by its abbreviations (`aliases`) and former names, which are not shown. */
export const institutionEntry = z.strictObject({
  id,
  establishment_id: id,
  region_id: id,
  names,
  aliases: z.array(name).optional(),
  former_names: z.array(name).optional(),
});

const sphere = z.strictObject({ id, names });
const position = z.strictObject({ id, sphere_id: id, names });

export type InstitutionEntry = z.infer<typeof institutionEntry>;

export interface ReferenceFiles {
  establishments: z.infer<typeof establishment>[];
  regions: z.infer<typeof region>[];
  institutions: InstitutionEntry[];
  spheres: z.infer<typeof sphere>[];
  positions: z.infer<typeof position>[];
}

interface Entry {
  id: number;
}

/** Faults across files: duplicate ids, and references to entries that no file has. One line each. */
function misplaced(files: ReferenceFiles): string[] {
  const { establishments, regions, institutions, spheres, positions } = files;
  return [
    ...Object.entries(files).flatMap(([file, entries]: [string, Entry[]]) =>
      repeated(file, entries),
    ),
    ...unknown("regions", regions, "parent_id", regions),
    ...unknown("institutions", institutions, "establishment_id", establishments),
    ...unknown("institutions", institutions, "region_id", regions),
    ...unknown("positions", positions, "sphere_id", spheres),
    ...circular(regions),
  ];
}

const line = (file: string, index: number, { id }: Entry, fault: string) =>
  `data/${file}.json: entry ${index + 1} (id ${id}): ${fault}`;

function repeated(file: string, entries: Entry[]): string[] {
  const seen = new Set<number>();
  return entries.flatMap((entry, index) => {
    const isRepeated = seen.has(entry.id);
    seen.add(entry.id);
    return isRepeated ? [line(file, index, entry, "another entry has this id")] : [];
  });
}

function unknown<Field extends string>(
  file: string,
  entries: (Entry & Partial<Record<Field, number>>)[],
  field: Field,
  named: Entry[],
): string[] {
  const ids = new Set(named.map(({ id }) => id));
  return entries.flatMap((entry, index) => {
    const value: number | undefined = entry[field];
    return value === undefined || ids.has(value)
      ? []
      : [line(file, index, entry, `${field}: no entry has the id ${value}`)];
  });
}

function circular(regions: ReferenceFiles["regions"]): string[] {
  const parents = new Map(regions.map(({ id, parent_id }) => [id, parent_id]));
  const endless = (id: number) => {
    let above = parents.get(id);
    for (let steps = 0; above !== undefined && steps <= regions.length; steps += 1)
      above = parents.get(above);
    return above !== undefined;
  };
  return regions.flatMap((region, index) =>
    endless(region.id) ? [line("regions", index, region, "parent_id: leads back to itself")] : [],
  );
}
