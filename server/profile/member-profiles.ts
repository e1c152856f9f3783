import type { MemberProfile } from "#lib/profile/schema.ts";
import { findableMembers, personColumns, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { mayWrite } from "#server/visibility.ts";
import { statisticsFor } from "#server/profile/statistics.ts";

/** A member as the one who asks sees them, but for the friendship; undefined for one whom others cannot meet. */
export async function findMemberProfile(
  db: Db,
  persons: Persons,
  viewerId: number,
  userId: number,
): Promise<Omit<MemberProfile, "status"> | undefined> {
  const row = await findableMembers(db, viewerId)
    .select([
      ...personColumns(viewerId),
      statisticsFor(viewerId).as("statistics"),
      mayWrite(viewerId).as("can_write"),
    ])
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { statistics, can_write } = row;
  return { ...persons.toPerson(row), statistics, can_write };
}
