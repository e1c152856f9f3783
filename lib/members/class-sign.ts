import type { ClassYears } from "#lib/members/class-key.ts";

interface ClassOfInstitution extends ClassYears {
  objectId: number;
}

/** What stands for a class, which has no picture, on its page and in its chat; `seed` chooses the colours. */
export function classSignOf({ objectId, start, end }: ClassOfInstitution) {
  const year = end ?? start ?? 0;
  return { text: `’${String(year).slice(-2)}`, seed: objectId + year };
}
