/** The line under a member's name: where they live, where they studied, and their job. */
import type { Education } from "#lib/periods/education/schema.ts";
import type { Job } from "#lib/periods/jobs/schema.ts";
import type { Period } from "#lib/periods/periods.ts";

type Years = Pick<Period, "start" | "end">;

export interface Places {
  /** The place of current work. A former place of work or study says nothing of where a member lives. */
  region: string | undefined;
  /** `region` is absent where the name already contains it. */
  institution: ({ name: string; region: string | undefined } & Years) | undefined;
  position: ({ name: string } & Years) | undefined;
}

/** The current period, else the latest one. */
export function placesOf(educations: readonly Education[], jobs: readonly Job[]): Places {
  const education = newestOf(educations);
  const job = newestOf(jobs);
  const home = job?.end === null ? job.region : undefined;
  return {
    region: home?.name,
    institution: education && {
      name: education.object.name,
      region: education.region.name === home?.name ? undefined : education.region.name,
      start: education.start,
      end: education.end,
    },
    position: job && { name: job.position.name, start: job.start, end: job.end },
  };
}

function newestOf<T extends Years>(periods: readonly T[]): T | undefined {
  const [newest] = periods.toSorted(
    (one, other) => (other.end ?? Infinity) - (one.end ?? Infinity) || other.start - one.start,
  );
  return newest;
}
