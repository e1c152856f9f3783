/** Chooses and orders the suggestions among the members who may know the reader, with the reasons of each. */
import { classOf, type ClassYears } from "#lib/members/class-key.ts";
import { jobsOverlap, studiedTogether, yearsTogether } from "#server/members/study-years.ts";
import { closeness } from "#server/people/closeness.ts";
import type { InvitationTie } from "#server/people/suggestions/invited.ts";
import type { Periods, Studied, Worked } from "#server/people/suggestions/own-periods.ts";

interface Classmate extends Studied {
  /** The class of both; null where they left in different years. */
  sameClass: ClassYears | null;
  /** The study group of both in that class, as the other member writes it. */
  sameGroup: string | null;
}

export interface Candidate {
  id: number;
  /** An institution where both studied, with the years in which both were there. */
  classmate: Classmate | undefined;
  colleague: Worked | undefined;
  /** The ids of the mutual friends. */
  friendIds: number[];
  /** Which of the two came by an invitation of the other (D-INVITE). */
  invitation?: InvitationTie | undefined;
  score: number;
}

/** What is known of the reader and of the candidates. */
interface Facts {
  /** The periods of the reader. */
  own: Periods;
  /** Periods of the candidates at the same institutions and companies. */
  shared: Periods;
  /** The mutual friends of each candidate. */
  friendIdsOf: ReadonlyMap<number, number[]>;
  invitationOf?: ReadonlyMap<number, InvitationTie>;
}

/**
 * Orders the two of an invitation first (D-INVITE), then by how close their studies were (D-CLASS), then by the reasons:
 * more of them come before fewer, because a classmate with mutual friends is hardly unknown, and then the weightier ones;
 * the newest member first among equals. The order is the same for the same facts.
 */
export function rankCandidates(
  { own, shared, friendIdsOf, invitationOf }: Facts,
  ids: number[],
): Candidate[] {
  const studiedOf = Map.groupBy(shared.studied, ({ userId }) => userId);
  const workedOf = Map.groupBy(shared.worked, ({ userId }) => userId);
  return ids
    .map((id) => {
      const classmate = strongest(own.studied, studiedOf.get(id) ?? [], classmateWeight);
      const colleague = strongest(own.worked, workedOf.get(id) ?? [], colleagueWeight);
      const friendIds = friendIdsOf.get(id) ?? [];
      const invitation = invitationOf?.get(id);
      const weights = [classmate?.weight ?? 0, colleague?.weight ?? 0, friendsWeight(friendIds)];
      return {
        id,
        classmate: classmate && sharedStudies(classmate),
        colleague: colleague?.theirs,
        friendIds,
        invitation,
        score: weights.reduce((sum, weight) => sum + (weight && weight + weightMax), 0),
      };
    })
    .filter(({ score, invitation }) => score > 0 || invitation)
    .sort(
      (one, other) =>
        Number(other.invitation !== undefined) - Number(one.invitation !== undefined) ||
        closenessBy(other.classmate) - closenessBy(one.classmate) ||
        other.score - one.score ||
        other.id - one.id,
    );
}

/** The closeness that the years and the group in common tell. */
function closenessBy(classmate: Classmate | undefined): number {
  if (!classmate) return closeness.others;
  if (!classmate.sameClass) return closeness.together;
  return classmate.sameGroup === null ? closeness.class : closeness.group;
}

/** The greatest weight of one reason. It is added for each reason, so that two reasons always outweigh one. */
const weightMax = 100;

const friendsWeight = ({ length }: number[]) => Math.min(length * 8, weightMax);

const sharedStudies = ({ mine, theirs }: Pair<Studied>): Classmate => ({
  ...theirs,
  ...yearsTogether(mine, theirs),
  sameClass: isSameClass(mine, theirs) ? classOf(theirs) : null,
  sameGroup: isSameClass(mine, theirs) && isSameGroup(mine, theirs) ? theirs.group : null,
});

const isSameClass = (mine: Studied, theirs: Studied) =>
  mine.end === theirs.end && (mine.end !== null || mine.start === theirs.start);

const isSameGroup = (mine: Studied, theirs: Studied) =>
  mine.groupKey !== null && mine.groupKey === theirs.groupKey;

/** Of several educations in common the closest one counts, as in the order of the candidates. */
function classmateWeight(mine: Studied, theirs: Studied): number {
  if (mine.objectId !== theirs.objectId || !studiedTogether(mine, theirs)) return 0;
  if (isSameClass(mine, theirs)) return isSameGroup(mine, theirs) ? weightMax : 80;
  // The closer their first years, the more likely they sat in one room.
  return 60 - 5 * Math.min(Math.abs(mine.start - theirs.start), 8);
}

/** Weighs less without a common region, because a company elsewhere often has the same name. */
function colleagueWeight(mine: Worked, theirs: Worked): number {
  if (mine.companyKey !== theirs.companyKey) return 0;
  if (mine.region !== theirs.region) return jobsOverlap(mine, theirs) ? 10 : 5;
  return jobsOverlap(mine, theirs) ? 50 : 15;
}

interface Pair<Entry> {
  mine: Entry;
  theirs: Entry;
  weight: number;
}

/** Returns the pair of periods with the greatest weight; the first of equal ones. */
function strongest<Entry>(
  own: Entry[],
  others: Entry[],
  weigh: (mine: Entry, theirs: Entry) => number,
): Pair<Entry> | undefined {
  return others
    .flatMap((theirs) => own.map((mine) => ({ mine, theirs, weight: weigh(mine, theirs) })))
    .filter(({ weight }) => weight > 0)
    .reduce<Pair<Entry> | undefined>(
      (best, pair) => (best && best.weight >= pair.weight ? best : pair),
      undefined,
    );
}
