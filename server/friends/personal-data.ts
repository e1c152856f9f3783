/** What friendships hold of a member: for their archive, and to be forgotten. */
import type { Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { type ExportPart, jsonList } from "#server/infra/export-file.ts";
import { type FriendListKind, listFriends } from "#server/friends/lists.ts";

const kinds: FriendListKind[] = ["friends", "outgoing", "incoming"];

export const exportFriends = (db: Db, persons: Persons): ExportPart =>
  async function* ({ id }) {
    yield { name: "friends.json", content: jsonList(readFriends(db, persons, id)) };
  };

async function* readFriends(db: Db, persons: Persons, userId: number) {
  for (const status of kinds) {
    let cursor: string | undefined;
    do {
      const page = await listFriends(db, persons, { userId }, status, { cursor });
      yield page.data.map(({ friend, created_at }) => ({
        id: friend.id,
        fullname: friend.fullname,
        status,
        since: created_at,
      }));
      cursor = page.meta.next ?? undefined;
    } while (cursor !== undefined);
  }
}

export async function forgetFriendships(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("friendships")
    .where((eb) => eb.or([eb("low_user", "=", userId), eb("high_user", "=", userId)]))
    .execute();
}
