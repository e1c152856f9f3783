import { type RawBuilder, sql } from "kysely";

/** The id of the other member of the private chat in the current row of `chats`; null where they were purged, and in groups. */
export const peerIdOf = (userId: number | RawBuilder<number>, chats = "chats") =>
  sql<number | null>`CASE WHEN ${sql.ref(`${chats}.private_low`)} = ${userId}
    THEN ${sql.ref(`${chats}.private_high`)} ELSE ${sql.ref(`${chats}.private_low`)} END`;
