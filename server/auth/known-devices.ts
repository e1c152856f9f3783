/**
 * Devices that have signed in to an account before (SEC-A9). Each carries a mark in a cookie that no script can read.
 * It signs nobody in: it only exempts the device from the delays caused by others who guess at the account.
 */
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Deployment } from "#lib/site/surfaces.ts";
import { hashToken, newToken } from "#server/auth/token.ts";
import type { Db } from "#server/db/database.ts";
import { cookiesNamed } from "#server/http/request-headers.ts";

const cookieName = "known_device";
/** Counted from the device's last login. */
const livesDays = 365;
const renewedAfterDays = 30;
const devicesMax = 10;

/** The mark of a request, not yet verified. */
export function deviceMarkOf({ headers }: Pick<FastifyRequest, "headers">): string | undefined {
  const [mark = ""] = cookiesNamed(cookieName, headers.cookie);
  return /^[\w-]{43}$/.exec(mark)?.[0];
}

/** The header that stores a mark in a browser, for the calls of all surfaces. */
export function markCookie(mark: string, { rootDomain, scheme }: Deployment): string {
  const life = `Domain=${rootDomain}; Path=/api; Max-Age=${livesDays * 24 * 60 * 60}`;
  return `${cookieName}=${mark}; ${life}; HttpOnly; SameSite=Strict${scheme === "https" ? "; Secure" : ""}`;
}

/** The key under which a mark is counted. */
const nameOf = (mark: string) => `device:${hashToken(mark).toString("hex")}`;

const isLive = sql<boolean>`known_devices.used_at > now() - make_interval(days => ${livesDays})`;

/**
 * Returns a name for the device if its mark belongs to the account with that address or telephone, or to any account
 * where none is given; undefined for an unknown device.
 */
export async function findKnownDevice(
  db: Db,
  mark: string | undefined,
  account: { email: string } | { phone: string } | null,
): Promise<string | undefined> {
  if (mark === undefined) return undefined;
  const marks = db
    .selectFrom("known_devices")
    .innerJoin("users", "users.id", "known_devices.user_id")
    .select("users.id")
    .where("mark_hash", "=", hashToken(mark))
    .where(isLive);
  const [column, value] = Object.entries(account ?? {})[0] ?? [];
  const own =
    column === undefined
      ? marks
      : marks.where(sql.ref<string>(`users.${column}`), "=", value ?? "");
  return (await own.executeTakeFirst()) && nameOf(mark);
}

/**
 * In the transaction of a login: returns the mark for the cookie of the device. A young mark of this account stays. Any
 * other is replaced, for all accounts of the device, so that a mark which somebody planted in the browser is worth
 * nothing. Of each account the ten marks used last are stored.
 */
export async function rememberDevice(
  trx: Db,
  userId: number,
  shown: string | undefined,
): Promise<string> {
  const now = sql<Date>`now()`;
  if (shown !== undefined) {
    const updated = await trx
      .updateTable("known_devices")
      .set({ used_at: now })
      .where("mark_hash", "=", hashToken(shown))
      .where("user_id", "=", userId)
      .where("issued_at", ">", sql<Date>`now() - make_interval(days => ${renewedAfterDays})`)
      .executeTakeFirst();
    if (updated.numUpdatedRows > 0n) return shown;
  }
  const mark = newToken();
  const renewed = { mark_hash: hashToken(mark), issued_at: now };
  if (shown !== undefined)
    await trx
      .updateTable("known_devices")
      .set(renewed)
      .where("mark_hash", "=", hashToken(shown))
      .execute();
  await trx
    .insertInto("known_devices")
    .values({ ...renewed, user_id: userId })
    .onConflict((conflict) =>
      conflict.columns(["mark_hash", "user_id"]).doUpdateSet({ used_at: now }),
    )
    .execute();
  await forgetOldDevices(trx, userId);
  return mark;
}

async function forgetOldDevices(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("mark_hash", "in", (eb) =>
      eb
        .selectFrom("known_devices as own")
        .select("own.mark_hash")
        .where("own.user_id", "=", userId)
        .orderBy("own.used_at", "desc")
        .orderBy("own.issued_at", "desc")
        .offset(devicesMax),
    )
    .execute();
}

/** Called when a password was lost: from then on every other device counts as unknown. */
export async function forgetDevices(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("known_devices").where("user_id", "=", userId).execute();
}
