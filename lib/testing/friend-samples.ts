/** A friend request for tests. */
import type { FriendItem } from "#lib/friends/schema.ts";

export const requestFrom = (id: number, fullname: string): FriendItem => ({
  id,
  friend: { id, fullname, image: null, online: false, last_seen_at: null },
  created_at: "2026-11-20T12:00:00.000Z",
});
