/**
 * Devices that have signed in to an account before (SEC-A9). Each carries a mark in a cookie that no script
 * reads. It signs nobody in: it only spares the device the delays that strangers cause who guess at the account.
 */
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Deployment } from "#lib/site/surfaces.ts";
import { hashToken, newToken } from "#server/auth/token.ts";
import type { Db } from "#server/db/database.ts";

const cookieName = "known_device";
/** Counted from the device's last login. */
const livesDays = 365;
const renewedAfterDays = 30;
const devicesMax = 10;

/** The mark that a request carries. Whether it is valid is not known yet. */
export function deviceMarkOf({ headers }: Pick<FastifyRequest, "headers">): string | undefined {
  const cookies = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const value = cookies.find((pair) => pair.startsWith(`${cookieName}=`));
  return /^[\w-]{43}$/.exec(value?.slice(cookieName.length + 1) ?? "")?.[0];
}

/** The header that leaves a mark with a browser, for the calls of all surfaces. */
export function markCookie(mark: string, { rootDomain, scheme }: Deployment): string {
  const life = `Domain=${rootDomain}; Path=/api; Max-Age=${livesDays * 24 * 60 * 60}`;
  return `${cookieName}=${mark}; ${life}; HttpOnly; SameSite=Strict${scheme === "https" ? "; Secure" : ""}`;
}

/** The key under which a mark is counted. */
const nameOf = (mark: string) => `device:${hashToken(mark).toString("hex")}`;

const isLive = sql<boolean>`known_devices.used_at > now() - make_interval(days => ${livesDays})`;

/**
 * Names the device where its mark is one of the account with that address or telephone, or of any account where none is
 * given; undefined for a stranger.
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
 * In the transaction of a login: the mark that the device is to carry. Its own while that is young and the account's;
 * else a new one, which the other accounts of the device follow to: a mark that somebody planted is worth nothing then.
 * An account keeps the ten that were used last.
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

/** Called when a password was lost: whoever else has used the account counts as a stranger again. */
export async function forgetDevices(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("known_devices").where("user_id", "=", userId).execute();
}
