/** What the forms of educations and jobs hold, and which choices go when another one changes. */
import * as z from "zod/mini";
import { type Named, periodFields } from "#lib/params/schema.ts";
import type { Period } from "#lib/params/periods.ts";

/** Fields are named as those of the request, whose messages stand on them. */
export interface PeriodDraft {
  /** The way from a top region down to the chosen one. */
  region_id: readonly Named[];
  start: number | null;
  end: number | null;
  until_now: boolean;
}

export const emptyPeriod: PeriodDraft = {
  region_id: [],
  start: null,
  end: null,
  until_now: false,
};

export const periodDraftOf = (
  { start, end }: Period,
  regionPath: readonly Named[],
): PeriodDraft => ({ region_id: regionPath, start, end, until_now: end === null });

/** The fields of the request that both forms have. An end that was not answered is absent. */
export const periodInputOf = ({ region_id, start, end, until_now }: PeriodDraft) => ({
  region_id: region_id.at(-1)?.id,
  start: start ?? undefined,
  ...((until_now || end !== null) && { end: until_now ? null : end }),
});

/** A region of a level; what was chosen below it goes. Null empties the level. */
export const withRegion = (
  path: readonly Named[],
  level: number,
  region: Named | null,
): readonly Named[] => [...path.slice(0, level), ...(region ? [region] : [])];

/** An end before the new start goes. */
export const withStart = (start: number | null, end: number | null) => ({
  start,
  end: start === null || (end !== null && end < start) ? null : end,
});

export const withUntilNow = (until_now: boolean, end: number | null) => ({
  until_now,
  end: until_now ? null : end,
});

/** For a form: whether it goes on or when it ended is asked, so that it is not left open by oversight. */
export const answeredEnd = { end: z.nullable(periodFields.start) };

/** Whether two drafts would be sent alike. */
export const isSameDraft = (one: object, other: object) =>
  JSON.stringify(one) === JSON.stringify(other);
