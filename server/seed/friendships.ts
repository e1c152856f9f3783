/** Friendships of seeded members: mostly between neighbours, so that friends have mutual friends. */
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { SeedPlan } from "#server/seed/plan.ts";

/** The first of many members is known by everybody, and so has this many friends and open requests. */
const crowd = { members: 10_000, friends: 5_000, requests: 100 };
const crowdSize = crowd.friends + crowd.requests;

/** One in this many of a member's friends is far away; one in this many friendships is still a request. */
const farEvery = 4;
const requestEvery = 10;

interface Ring {
  /** The position where the ring begins, and the number of members in it. */
  start: number;
  size: number;
  /**
   * Each member sends requests to `each` members after them, and the first `rest` members to one more; to vary the
   * numbers, of two neighbours one sends up to `spread` fewer and the other as many more.
   */
  each: number;
  rest: number;
  spread: number;
  /** A member asks those at distances up to `reach`; far ones are multiples of `stride` further. */
  reach: number;
  stride: number;
}

const hasCrowd = ({ asked: { members, friendships } }: SeedPlan) =>
  members >= crowd.members && friendships >= members;

/** Members ask at distances of up to half the ring, so that no two ask each other. */
function ringOf(plan: SeedPlan): Ring {
  const start = hasCrowd(plan) ? 1 : 0;
  const size = plan.asked.members - start;
  const total = plan.asked.friendships - start * crowdSize;
  const half = Math.floor((size - 1) / 2);
  const each = Math.floor(total / size);
  const spread = Math.max(0, Math.min(Math.floor(each / 2), half - each - 1));
  const reach = Math.max(1, Math.min(half, each + 1 + spread));
  const stride = Math.max(0, Math.floor((half - reach) / reach));
  return { start, size, each, rest: total % size, spread, reach, stride };
}

/** Friendships of the members at positions from `from` to before `to`, with those after them. */
export async function insertFriendships(
  trx: Db,
  plan: SeedPlan,
  from: number,
  to: number,
): Promise<void> {
  const ring = ringOf(plan);
  if (from < ring.start) await insertCrowd(trx, plan);
  const first = plan.firstIds.users + ring.start;
  await sql`
    INSERT INTO friendships (low_user, high_user, requested_by, created_at, accepted_at)
    SELECT least(one, other), greatest(one, other), CASE WHEN (place / ${requestEvery}::int + nth) % 2 = 0 THEN one ELSE other END,
      since - interval '1 hour', CASE WHEN (place + nth) % ${requestEvery}::int > 0 THEN since END
    FROM generate_series(${Math.max(0, from - ring.start)}::int, ${to - ring.start - 1}::int) AS place
    CROSS JOIN LATERAL (
      SELECT ${ring.each}::int + (place < ${ring.rest}::int)::int + CASE
        WHEN place % 2 = 1 THEN -(place / 2 * 7 % ${ring.spread + 1}::int)
        WHEN place + 1 < ${ring.size}::int THEN place / 2 * 7 % ${ring.spread + 1}::int
        ELSE 0 END AS asks) AS asking
    CROSS JOIN LATERAL generate_series(1, asks) AS nth
    CROSS JOIN LATERAL (
      SELECT ${first}::int + place AS one, ${first}::int + (place + CASE
        WHEN nth % ${farEvery}::int > 0 OR ${ring.stride}::int = 0 THEN nth
        ELSE ${ring.reach}::int + nth * ${ring.stride}::int END) % ${ring.size}::int AS other) AS pair
    CROSS JOIN LATERAL (SELECT ${since(plan, sql`place`, sql`nth`)} AS since) AS time`.execute(trx);
}

async function insertCrowd(trx: Db, plan: SeedPlan): Promise<void> {
  const first = plan.firstIds.users;
  const apart = Math.floor((plan.asked.members - 1) / crowdSize);
  const everyRequest = crowdSize / crowd.requests;
  await sql`
    INSERT INTO friendships (low_user, high_user, requested_by, created_at, accepted_at)
    SELECT ${first}::int, other, other, since - interval '1 hour',
      CASE WHEN nth % ${everyRequest}::int > 0 THEN since END
    FROM generate_series(1, ${crowdSize}::int) AS nth
    CROSS JOIN LATERAL (SELECT ${first}::int + nth * ${apart}::int AS other) AS friend
    CROSS JOIN LATERAL (SELECT ${since(plan, sql`0`, sql`nth`)} AS since) AS time`.execute(trx);
}

/** A random minute of the last year. */
const since = ({ at }: SeedPlan, place: ReturnType<typeof sql>, nth: ReturnType<typeof sql>) =>
  sql`${at}::timestamptz - make_interval(mins => ((${place}::bigint * 7919 + ${nth} * 104729) % 525600)::int)`;
