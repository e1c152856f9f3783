import { type RawBuilder, sql } from "kysely";
import { findableMembers } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";

/** Of those whom a member can meet, whoever may be suggested to them: who lets themself be and is not known yet. */
export const suggestibleMembers = (db: Db, viewerId: number) =>
  findableMembers(db, viewerId)
    .where("users.privacy_suggestions", "=", "everyone")
    .where(isNew(sql.ref("users.id"), viewerId));

/**
 * Neither oneself nor a friend nor asked, either way, nor put away. One's own friendships lie side by side and are read
 * once, where each of the others would be looked for in a place of its own.
 */
export const isNew = (userId: RawBuilder<number>, viewerId: number) => sql<boolean>`(
  ${userId} <> ${viewerId} AND ${userId} NOT IN (
    SELECT high_user FROM friendships WHERE low_user = ${viewerId}
    UNION ALL SELECT low_user FROM friendships WHERE high_user = ${viewerId}
    UNION ALL SELECT dismissed_id FROM dismissed_suggestions WHERE user_id = ${viewerId}))`;
