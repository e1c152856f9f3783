/** In which order the members of an institution are read: year by year, those closest to the reader first. */
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import {
  endsTogether,
  openEnd,
  startYears,
  type StudyYears,
  type YearSpan,
} from "#server/members/study-years.ts";

/** The years of the filter; each end may be open. */
export interface YearsFilter {
  start?: number | undefined;
  end?: number | undefined;
}

/** How close a member is to the reader, of whom each outranks the next (D-CLASS). */
export const tiers = { group: 3, class: 2, together: 1, others: 0 } as const;

export interface MemberSpan extends YearSpan {
  /** Among those who ended in `below` itself, only educations with an id below this one belong to the span. */
  belowId: number;
  /** Those of the span who are closer or less close are left out where it is read. */
  tier: number;
}

const year = z.int().min(0).max(openEnd);

/** The place of a member in the list: the tier, the years of begin and end, and the education. */
export const memberKey = z.tuple([z.int().min(0).max(tiers.group), year, year, id]);
type MemberKey = z.infer<typeof memberKey>;

/** Spans from the place `after` on; together they hold every education of the years of the filter in its tier once. */
export function memberSpans(
  own: StudyYears[],
  filter: YearsFilter,
  after: MemberKey | null,
): MemberSpan[] {
  const years = startYears().filter((one) => one <= (filter.end ?? openEnd));
  const spans = Object.values(tiers)
    .toSorted((one, other) => other - one)
    .flatMap((tier) => years.flatMap((one) => spansOf(one, tier, own, filter)));
  if (!after) return spans;
  const [lastTier, began, ended, educationId] = after;
  return spans.flatMap((span) => {
    if (span.tier !== lastTier) return span.tier < lastTier ? span : [];
    if (span.year !== began) return span.year < began ? span : [];
    // Members before the cursor were given already, wherever the span would end today.
    return ended < span.below ? { ...span, below: ended, belowId: educationId } : span;
  });
}

type Ends = Pick<YearSpan, "from" | "below">;

function spansOf(
  began: number,
  tier: number,
  own: StudyYears[],
  filter: YearsFilter,
): MemberSpan[] {
  const asks = filter.start ?? 0;
  return endsOf(began, tier, own)
    .map(({ from, below }) => ({ from: Math.max(asks, from), below }))
    .filter(({ from, below }) => from < below)
    .map((span) => ({ ...span, year: began, belowId: 0, tier }));
}

/** The years in which members of the tier ended who began in a year, latest first. */
function endsOf(began: number, tier: number, own: StudyYears[]): Ends[] {
  const { from: met, sameYear } = endsTogether(began, own);
  const inYear = { from: began, below: sameYear ? Math.min(began + 1, met) : began };
  if (tier === tiers.others) return [{ from: inYear.below, below: met }];
  const ofClass = classEnds(began, own);
  if (tier !== tiers.together) return ofClass.map((end) => ({ from: end, below: end + 1 }));
  // Whoever ended with the reader's class and was there with them has been read.
  return [{ from: met, below: openEnd + 1 }, inYear].flatMap((ends) => without(ends, ofClass));
}

/** When classes of the reader ended in which somebody may be who began in a year, latest first. */
function classEnds(began: number, own: StudyYears[]): number[] {
  const ends = own.flatMap(({ start, end }) => {
    if (end === null) return start === began ? [openEnd] : [];
    return began <= end ? [end] : [];
  });
  return [...new Set(ends)].sort((one, other) => other - one);
}

/** What is left of a range, latest first; `years` are latest first. */
function without({ from, below }: Ends, years: number[]): Ends[] {
  const cut = years.find((one) => from <= one && one < below);
  if (cut === undefined) return [{ from, below }];
  return [{ from: cut + 1, below }, ...without({ from, below: cut }, years)];
}
