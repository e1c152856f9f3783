/** In which order the members of an institution are read: year by year, the classmates of the reader first. */
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

export interface MemberSpan extends YearSpan {
  /** Among those who ended in `below` itself, only educations with an id below this one belong to the span. */
  belowId: number;
  isClassmate: boolean;
}

const year = z.int().min(0).max(openEnd);

/** The place of a member in the list: whether a classmate, the years of begin and end, and the education. */
export const memberKey = z.tuple([z.boolean(), year, year, id]);
type MemberKey = z.infer<typeof memberKey>;

/** Spans from the place `after` on; together they hold every education of the years of the filter once. */
export function memberSpans(
  own: StudyYears[],
  filter: YearsFilter,
  after: MemberKey | null,
): MemberSpan[] {
  const years = startYears().filter((one) => one <= (filter.end ?? openEnd));
  const spans = [true, false].flatMap((isClassmate) =>
    years.flatMap((one) => spanOf(one, isClassmate, own, filter)),
  );
  if (!after) return spans;
  const [wasClassmate, began, ended, educationId] = after;
  return spans.flatMap((span) => {
    if (span.isClassmate !== wasClassmate) return wasClassmate ? span : [];
    if (span.year !== began) return span.year < began ? span : [];
    // Members before the cursor were given already, wherever the span would end today.
    return ended < span.below ? { ...span, below: ended, belowId: educationId } : span;
  });
}

function spanOf(
  began: number,
  isClassmate: boolean,
  own: StudyYears[],
  filter: YearsFilter,
): MemberSpan[] {
  const asks = filter.start ?? 0;
  const { from: met, sameYear } = endsTogether(began, own);
  const inYear = { from: began, below: sameYear ? Math.min(began + 1, met) : began };
  const spans = isClassmate
    ? [{ from: met, below: openEnd + 1 }, inYear]
    : [{ from: inYear.below, below: met }];
  return spans
    .map(({ from, below }) => ({ from: Math.max(asks, from), below }))
    .filter(({ from, below }) => from < below)
    .map((span) => ({ ...span, year: began, belowId: 0, isClassmate }));
}
