/** The order of lists of educations and jobs, and their optimistic update while a change is under way. */

export interface Period {
  id: number;
  start: number;
  /** Null for "until now". */
  end: number | null;
}

/** A pending change. A `saved` period with `unsavedId` is new. */
export type PeriodChange<P extends Period> =
  { saved: P; deleted?: undefined } | { deleted: number; saved?: undefined };

/** The id of a period that the server has not stored yet. */
export const unsavedId = 0;

/** The order of the server: periods until now first, then the latest. */
const byTime = (one: Period, other: Period) =>
  endOf(other) - endOf(one) || other.start - one.start || idOf(other) - idOf(one);

const endOf = ({ end }: Period) => end ?? Number.MAX_SAFE_INTEGER;
const idOf = ({ id }: Period) => (id === unsavedId ? Number.MAX_SAFE_INTEGER : id);

/** The list after every pending change succeeds. */
export function withPeriodChanges<P extends Period>(
  periods: readonly P[],
  changes: readonly PeriodChange<P>[],
): P[] {
  let changed = [...periods];
  for (const { saved, deleted } of changes) {
    const goes = saved ? saved.id : deleted;
    changed = changed.filter(({ id }) => id !== goes);
    if (saved) changed.push(saved);
  }
  return changed.sort(byTime);
}
