/** Addresses that lead somewhere for a while only: what is behind them is for those alone to whom they were given. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "#server/db/database.ts";
import { deploymentKey } from "#server/deployment-key.ts";

const weekMs = 7 * 24 * 60 * 60 * 1000;
const aMonday = Date.UTC(1970, 0, 5);

export type AddressSigning = ReturnType<typeof createAddressSigning>;

/** With the one key of all nodes. */
export const openAddressSigning = async (db: Db) =>
  createAddressSigning(
    await deploymentKey(db, "addresses", () => randomBytes(32).toString("base64url")),
  );

export function createAddressSigning(key: string) {
  const signatureOf = (path: string, expires: string) =>
    createHmac("sha256", key).update(`${path}\n${expires}`).digest();

  return {
    /**
     * The query to be added to the path. It is the same from Monday to Sunday, so that browsers keep what is behind it,
     * and leads there until the end of the week after.
     */
    sign: (path: string, nowMs = Date.now()): string => {
      const endMs = aMonday + (Math.floor((nowMs - aMonday) / weekMs) + 2) * weekMs;
      const expires = String(endMs / 1000);
      return `expires=${expires}&signature=${signatureOf(path, expires).toString("base64url")}`;
    },

    /** When the query of an address ends to lead there, in milliseconds; undefined: it does not, or no more. */
    allowedUntil: (
      path: string,
      { expires, signature }: { expires?: unknown; signature?: unknown },
      nowMs = Date.now(),
    ): number | undefined => {
      if (typeof expires !== "string" || typeof signature !== "string") return undefined;
      if (!/^\d{1,12}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return undefined;
      const given = Buffer.from(signature, "base64url");
      if (!timingSafeEqual(given, signatureOf(path, expires))) return undefined;
      const untilMs = Number(expires) * 1000;
      return untilMs > nowMs ? untilMs : undefined;
    },
  };
}
