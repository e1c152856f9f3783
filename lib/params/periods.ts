/** Educations and jobs are periods of a life: how their lists are ordered, and how they look while a change is under way. */

export interface Period {
  id: number;
  start: number;
  /** Null: until now. */
  end: number | null;
}

/** A change that the server has not answered yet. `saved` without an id of the server is new. */
export type PeriodChange<P extends Period> =
  { saved: P; deleted?: undefined } | { deleted: number; saved?: undefined };

/** The id of what the server has not given one yet. */
export const unsavedId = 0;

/** As the server orders them: what goes on first, then the latest. */
const byTime = (one: Period, other: Period) =>
  endOf(other) - endOf(one) || other.start - one.start || idOf(other) - idOf(one);

const endOf = ({ end }: Period) => end ?? Number.MAX_SAFE_INTEGER;
const idOf = ({ id }: Period) => (id === unsavedId ? Number.MAX_SAFE_INTEGER : id);

/** The list as it will be once every change has succeeded. */
export function withChanges<P extends Period>(
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
