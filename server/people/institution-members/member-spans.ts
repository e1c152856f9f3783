/** The order in which the members of an institution are read: year by year, those closest to the reader first. */
import { z } from "zod";
import { id } from "#lib/http/schema.ts";
import { closeness, closenessMax } from "#server/people/closeness.ts";
import {
  endsTogether,
  openEnd,
  startYears,
  type YearRange,
  type YearSpan,
} from "#server/members/study-years.ts";

/** The years of the filter; either may be open. */
export interface YearsFilter {
  start?: number | undefined;
  end?: number | undefined;
}

export interface MemberSpan extends YearSpan {
  /** Among those who ended in `below` itself, only educations with a smaller id belong to the span. */
  belowId: number;
  /** Members of other closeness are left out when the span is read. */
  closeness: number;
}

const year = z.int().min(0).max(openEnd);

/** The position of a member in the list: the closeness, the years of begin and end, and the education. */
export const memberKey = z.tuple([z.int().min(0).max(closenessMax), year, year, id]);
type MemberKey = z.infer<typeof memberKey>;

/**
 * Returns the spans from the position `after` on. Together they contain every education within the years of the filter
 * exactly once.
 */
export function memberSpans(
  own: YearRange[],
  filter: YearsFilter,
  after: MemberKey | null,
): MemberSpan[] {
  const years = startYears().filter((one) => one <= (filter.end ?? openEnd));
  const spans = Object.values(closeness)
    .toSorted((one, other) => other - one)
    .flatMap((howClose) => years.flatMap((one) => spansOf(one, howClose, own, filter)));
  if (!after) return spans;
  const [lastCloseness, began, ended, educationId] = after;
  return spans.flatMap((span) => {
    if (span.closeness !== lastCloseness) return span.closeness < lastCloseness ? span : [];
    if (span.year !== began) return span.year < began ? span : [];
    // A span that begins before the cursor is cut there, because the members before it were returned already.
    return ended < span.below ? { ...span, below: ended, belowId: educationId } : span;
  });
}

type Ends = Pick<YearSpan, "from" | "below">;

function spansOf(
  began: number,
  howClose: number,
  own: YearRange[],
  filter: YearsFilter,
): MemberSpan[] {
  const asks = filter.start ?? 0;
  return endsOf(began, howClose, own)
    .map(({ from, below }) => ({ from: Math.max(asks, from), below }))
    .filter(({ from, below }) => from < below)
    .map((span) => ({ ...span, year: began, belowId: 0, closeness: howClose }));
}

/** The years in which those members of this closeness ended who began in the given year, latest first. */
function endsOf(began: number, howClose: number, own: YearRange[]): Ends[] {
  const { from: met, sameYear } = endsTogether(began, own);
  const inYear = { from: began, below: sameYear ? Math.min(began + 1, met) : began };
  if (howClose === closeness.others) return [{ from: inYear.below, below: met }];
  const ofClass = classEnds(began, own);
  if (howClose !== closeness.together) return ofClass.map((end) => ({ from: end, below: end + 1 }));
  // Those who ended with the reader's class and overlapped with them are closer and have been read.
  return [{ from: met, below: openEnd + 1 }, inYear].flatMap((ends) => without(ends, ofClass));
}

/** The years in which classes of the reader ended that may have members who began in a year, latest first. */
function classEnds(began: number, own: YearRange[]): number[] {
  const ends = own.flatMap(({ start, end }) => {
    if (end === null) return start === began ? [openEnd] : [];
    return began <= end ? [end] : [];
  });
  return [...new Set(ends)].sort((one, other) => other - one);
}

/** Splits a range into what is left of it without the given years; both are latest first. */
function without({ from, below }: Ends, years: number[]): Ends[] {
  const cut = years.find((one) => from <= one && one < below);
  if (cut === undefined) return [{ from, below }];
  return [{ from: cut + 1, below }, ...without({ from, below: cut }, years)];
}
