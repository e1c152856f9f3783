import type { ReferenceFiles } from "#server/reference/reference-files.ts";

interface Entry {
  id: number;
}

/** What no file shows by itself: ids given twice, and entries that name what is in no file. One line each. */
export function misplaced(files: ReferenceFiles): string[] {
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
