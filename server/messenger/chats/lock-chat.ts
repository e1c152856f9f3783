import type { Db } from "#server/db/database.ts";

/** Several chats are always locked in the order of their ids, so that two transactions cannot deadlock. */
export const lockChat = (trx: Db, chatId: number) =>
  trx.selectFrom("chats").select("id").where("id", "=", chatId).forNoKeyUpdate().executeTakeFirst();
