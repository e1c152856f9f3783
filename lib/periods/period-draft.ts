/** The values of the forms of educations and jobs, and which choices another one clears when it changes. */
import * as z from "zod/mini";
import { type Named, periodFields } from "#lib/params/schema.ts";
import type { Period } from "#lib/periods/periods.ts";

/** The fields have the names of the request, because its messages name them. */
export interface PeriodDraft {
  /** The regions from a top one down to the chosen one. */
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

/** The request fields that both forms have. An end that is still open is absent. */
export const periodInputOf = ({ region_id, start, end, until_now }: PeriodDraft) => ({
  region_id: region_id.at(-1)?.id,
  start: start ?? undefined,
  ...((until_now || end !== null) && { end: until_now ? null : end }),
});

/** Sets the start, and clears an end before it. */
export const withStart = (start: number | null, end: number | null) => ({
  start,
  end: start === null || (end !== null && end < start) ? null : end,
});

export const withUntilNow = (until_now: boolean, end: number | null) => ({
  until_now,
  end: until_now ? null : end,
});

/** The rule of the forms that a period needs an end or "until now", so that nobody leaves it open by oversight. */
export const answeredEnd = { end: z.nullable(periodFields.start) };

/** Whether two drafts make the same request. */
export const isSameDraft = (one: object, other: object) =>
  JSON.stringify(one) === JSON.stringify(other);
