/** The line under a member's name: where they are, where they studied, as what they work. */
import type { Education } from "#lib/education/schema.ts";
import type { Job } from "#lib/jobs/schema.ts";

interface Period {
  start: number;
  end: number | null;
}

export interface Places {
  region: string | undefined;
  institution: ({ name: string } & Period) | undefined;
  position: string | undefined;
}

/** What goes on, else what was last. */
export function placesOf(educations: readonly Education[], jobs: readonly Job[]): Places {
  const education = newestOf(educations);
  const job = newestOf(jobs);
  return {
    region: newestOf([job, education].filter((period) => period !== undefined))?.region.name,
    institution: education && {
      name: education.object.name,
      start: education.start,
      end: education.end,
    },
    position: job?.position.name,
  };
}

function newestOf<T extends Period>(periods: readonly T[]): T | undefined {
  const [newest] = periods.toSorted(
    (one, other) => (other.end ?? Infinity) - (one.end ?? Infinity) || other.start - one.start,
  );
  return newest;
}
