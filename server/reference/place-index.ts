/**
 * Finds kinds and regions as a table of institutions writes them: by a name in any language, a region by its path, or
 * by id.
 */
import { defaultLocale } from "#lib/i18n/locales.ts";
import { nameOf } from "#server/db/localised-names.ts";
import type { ReferenceFiles } from "#server/reference/read-reference-files.ts";
import { normalized } from "#lib/validation/normalized.ts";

interface Place {
  id: number;
  parent_id?: number | undefined;
  names: Record<string, string>;
}

const between = " / ";
const fold = (name: string) => normalized(name, "NFKC").trim().toLocaleLowerCase();

/** Returns an id, or the reason why there is none. */
type Find = (text: string) => number | string;

export function createPlaceIndex({ establishments, regions }: ReferenceFiles): {
  findKind: Find;
  findRegion: Find;
  nameKind: (id: number) => string;
  nameRegion: (id: number) => string;
} {
  const kinds = indexOf(establishments);
  const places = indexOf(regions);
  const findKind = finder(kinds, "kind", (text) => kinds.under(undefined, text));
  const findRegion = finder(places, "region", (text) =>
    text
      .split("/")
      .reduce<number[]>(
        (above, name, depth) =>
          depth === 0
            ? places.under(undefined, name)
            : above.flatMap((parent) => places.under(parent, name)),
        [],
      ),
  );
  const nameWith = (find: Find, pathOf: (id: number) => string) => {
    const names = new Map<number, string>();
    return (id: number) => {
      const name = names.get(id) ?? pathOf(id);
      // Where a name leads elsewhere or to several, the id is written instead.
      if (!names.has(id)) names.set(id, find(name) === id ? name : String(id));
      return names.get(id) ?? name;
    };
  };
  return {
    findKind,
    findRegion,
    nameKind: nameWith(findKind, (id) => kinds.nameOf(id)),
    nameRegion: nameWith(findRegion, (id) => places.pathTo(id).join(between)),
  };
}

function indexOf(list: Place[]) {
  const byId = new Map(list.map((place) => [place.id, place]));
  const byName = new Map<string, number[]>();
  const keyOf = (parent: number | undefined, name: string) => `${parent ?? ""} ${fold(name)}`;
  for (const { id, parent_id, names } of list)
    for (const key of new Set(Object.values(names).map((name) => keyOf(parent_id, name))))
      byName.set(key, [...(byName.get(key) ?? []), id]);
  const nameIn = (id: number) => nameOf(byId.get(id)?.names ?? {}, defaultLocale);
  const pathTo = (id: number): string[] => {
    const parent = byId.get(id)?.parent_id;
    return [...(parent === undefined ? [] : pathTo(parent)), nameIn(id)];
  };
  return {
    has: (id: number) => byId.has(id),
    under: (parent: number | undefined, name: string) => byName.get(keyOf(parent, name)) ?? [],
    nameOf: nameIn,
    pathTo,
  };
}

/** Many rows name the same place, so each name is looked up once. */
function finder(
  { has }: ReturnType<typeof indexOf>,
  what: string,
  findNamed: (text: string) => number[],
): Find {
  const answers = new Map<string, number | string>();
  const find: Find = (text) => {
    if (text === "") return `a ${what} is needed`;
    const id = Number(text);
    if (/^\d{1,10}$/.test(text)) return has(id) ? id : `no ${what} has the id ${text}`;
    const [one, ...others] = findNamed(text);
    if (one === undefined) return `no ${what} is called ${JSON.stringify(text)}`;
    if (others.length > 0)
      return `${others.length + 1} are called ${JSON.stringify(text)}: name one by its id`;
    return one;
  };
  return (text) => {
    const known = answers.get(text) ?? find(text);
    answers.set(text, known);
    return known;
  };
}
