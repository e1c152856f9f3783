import { type RawBuilder, sql } from "kysely";
import { findableMembers } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";

/**
 * Members whom a member can meet and who may be suggested to them: those who allow it and are not known to the member
 * yet.
 */
export const suggestibleMembers = (db: Db, readerId: number) =>
  findableMembers(db, readerId)
    .where("users.privacy_suggestions", "=", "everyone")
    .where(isNew(sql.ref("users.id"), readerId));

/**
 * Excludes the member themselves, friends, members with a request either way, and dismissed ones. The member's own
 * friendships lie side by side in the index and are read once; looking up those of each candidate would take a read for
 * each.
 */
export const isNew = (userId: RawBuilder<number>, readerId: number) => sql<boolean>`(
  ${userId} <> ${readerId} AND ${userId} NOT IN (
    SELECT high_user FROM friendships WHERE low_user = ${readerId}
    UNION ALL SELECT low_user FROM friendships WHERE high_user = ${readerId}
    UNION ALL SELECT dismissed_id FROM dismissed_suggestions WHERE user_id = ${readerId}))`;
