/**
 * The secret address of a member's calendar (D-CALENDAR). It is derived from a key of the deployment, the member and
 * the number of renewals, so that it can be shown again, and a copy of the database opens no calendar.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { idMax } from "#lib/http/schema.ts";
import { isSuspended } from "#server/auth/repository.ts";
import { beginCalendarEpoch } from "#server/auth/stored-sessions.ts";
import type { Db } from "#server/db/database.ts";
import type { DeploymentKeys } from "#server/infra/deployment-key.ts";

const secretBytes = 16;

export type CalendarAddresses = ReturnType<typeof createCalendarAddresses>;

export function createCalendarAddresses(db: Db, keys: Pick<DeploymentKeys, "find">) {
  let key: string | undefined;
  const codeOf = async (userId: number, epoch: number) => {
    key ??= await keys.find("calendars", () => randomBytes(32).toString("base64url"));
    return createHmac("sha256", key)
      .update(`${userId}\n${epoch}`)
      .digest()
      .subarray(0, secretBytes);
  };
  const secretOf = async (userId: number, epoch: number) =>
    `${userId}-${(await codeOf(userId, epoch)).toString("base64url")}`;

  return {
    secretOf: async (userId: number): Promise<string> =>
      secretOf(userId, await findEpoch(db, userId)),

    /** The former secret stops working. */
    renew: async (userId: number): Promise<string> =>
      secretOf(userId, await beginCalendarEpoch(db, userId)),

    /** The member whose calendar it opens: undefined without an account, for unverified and for suspended members. */
    async readerOf(secret: string): Promise<{ id: number } | undefined> {
      const [, digits = "", code = ""] = /^([1-9]\d{0,9})-([\w-]{22})$/.exec(secret) ?? [];
      const userId = Number(digits);
      if (userId < 1 || userId > idMax) return undefined;
      const given = Buffer.from(code, "base64url");
      const right = await codeOf(userId, await findEpoch(db, userId));
      if (!timingSafeEqual(given, right)) return undefined;
      return db
        .selectFrom("users")
        .select("id")
        .where("id", "=", userId)
        .where("verified_at", "is not", null)
        .where("deleted_at", "is", null)
        .where((eb) => eb.not(isSuspended))
        .executeTakeFirst();
    },
  };
}

async function findEpoch(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom("calendars")
    .select("epoch")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.epoch ?? 0;
}
