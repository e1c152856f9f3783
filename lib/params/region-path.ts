import type { Named } from "#lib/params/schema.ts";

/** Sets the region of a level and clears the levels below it. Null clears the level itself. */
export const withRegion = (
  path: readonly Named[],
  level: number,
  region: Named | null,
): readonly Named[] => [...path.slice(0, level), ...(region ? [region] : [])];
