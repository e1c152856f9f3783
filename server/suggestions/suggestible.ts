import { type RawBuilder, sql } from "kysely";
import { findableMembers } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";

/** Of those whom a member can meet, whoever may be suggested to them. */
export const suggestibleMembers = (db: Db, viewerId: number) =>
  findableMembers(db, viewerId).where(isNew(viewerId));

/** Lets themself be suggested, is neither a friend nor asked, either way, and has not been put away by the one who asks. */
const isNew = (viewerId: number): RawBuilder<boolean> => sql<boolean>`(
  users.id <> ${viewerId}
  AND users.privacy_suggestions = 'everyone'
  AND NOT EXISTS (
    SELECT FROM friendships
    WHERE low_user = least(users.id, ${viewerId}) AND high_user = greatest(users.id, ${viewerId}))
  AND NOT EXISTS (
    SELECT FROM dismissed_suggestions WHERE user_id = ${viewerId} AND dismissed_id = users.id))`;
