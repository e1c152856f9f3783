/** Counts the members already at the target of an invitation. */
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { readClassKey } from "#lib/members/class-key.ts";
import { findableMembers } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { hourMs } from "#server/infra/durations.ts";
import type { LiveInvitation } from "#server/invitations/live.ts";
import { ofClass, uncountedFor } from "#server/members/class-members.ts";
import { isVisible, type ReaderId } from "#server/visibility.ts";

/** At most this many members are counted, so that the read stays bounded. */
const countedMax = 10_001;
/** Counted anew once an hour for visitors, so that nobody sees the moment in which a member joins (D-PUBLIC-FACE). */
const cachedMs = hourMs;
const placesMax = 2_000;

type Place = Pick<LiveInvitation, "object_id" | "class_key" | "chat_id">;

interface Present {
  /** Null: too few to be shown. */
  total: number | null;
  is_rounded: boolean;
}

/** Exact for members, except for all of Kampus; rounded down for visitors. */
export function createCountPresent(db: Db, roundedDown: (members: number) => number | null) {
  const counts = new LRUCache<string, number, Place>({
    max: placesMax,
    ttl: cachedMs,
    fetchMethod: (_name, _stale, { context }) => countAt(db, null, context),
  });
  return async (readerId: ReaderId, place: Place): Promise<Present> => {
    const isEverybody = place.object_id === null && place.chat_id === null;
    if (readerId !== null && !isEverybody)
      return { total: await countAt(db, readerId, place), is_rounded: false };
    const { object_id, class_key, chat_id } = place;
    const name = [object_id, class_key, chat_id].join();
    const count = await counts.forceFetch(name, { context: place });
    return { total: roundedDown(count), is_rounded: true };
  };
}

async function countAt(db: Db, readerId: ReaderId, place: Place): Promise<number> {
  const { members } = await db
    .selectFrom(membersAt(db, readerId, place).as("member"))
    .select(sql<number>`count(*)::int`.as("members"))
    .executeTakeFirstOrThrow();
  return members;
}

function membersAt(db: Db, readerId: ReaderId, { object_id, class_key, chat_id }: Place) {
  // Across a block, too: a number that fell by one would tell that the blocked member is there.
  const there = findableMembers(db, null).select("users.id").limit(countedMax);
  const years = class_key === null ? null : readClassKey(class_key);
  if (years)
    return (
      there
        .innerJoin("educations", "educations.user_id", "users.id")
        .where("educations.object_id", "=", object_id)
        .where(ofClass(years))
        // Members count as the page of the class does; visitors know only what is shown to all (D-SECTIONS).
        .where(
          readerId === null
            ? isVisible("educations", null)
            : sql<boolean>`users.id NOT IN ${uncountedFor(readerId)}`,
        )
        .distinct()
    );
  if (chat_id === null) return there;
  return there
    .innerJoin("chat_members", "chat_members.user_id", "users.id")
    .where("chat_members.chat_id", "=", chat_id);
}
