/**
 * Signed addresses of files: they name their one reader and expire with the next day (docs/security.md, Files of
 * messages).
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { DeploymentKeys } from "#server/infra/deployment-key.ts";
import { dayMs } from "#server/infra/durations.ts";

/** The member for whom an address is made; when a session of theirs ends, another epoch begins. */
export interface LinkReader {
  id: number;
  epoch: number;
}

export type AddressSigning = ReturnType<typeof createAddressSigning>;

/** Uses one key on all nodes. */
export const openAddressSigning = async (keys: Pick<DeploymentKeys, "find">) =>
  createAddressSigning(await keys.find("addresses", () => randomBytes(32).toString("base64url")));

const aNumber = /^(?:0|[1-9]\d{0,11})$/;
const isNumber = (value: unknown): value is string =>
  typeof value === "string" && aNumber.test(value);

export function createAddressSigning(key: string) {
  const signatureOf = (path: string, said: { reader: string; epoch: string; expires: string }) =>
    createHmac("sha256", key)
      .update([path, said.reader, said.epoch, said.expires].join("\n"))
      .digest();

  return {
    /**
     * The query to add to the path. It stays the same for a day of UTC, so that browsers can cache the file, and is
     * valid until the end of the next day.
     */
    sign: (path: string, { id, epoch }: LinkReader, nowMs = Date.now()): string => {
      const expires = String(((Math.floor(nowMs / dayMs) + 2) * dayMs) / 1000);
      const said = { reader: String(id), epoch: String(epoch), expires };
      const signature = signatureOf(path, said).toString("base64url");
      return `reader=${id}&epoch=${epoch}&expires=${expires}&signature=${signature}`;
    },

    /**
     * The reader for whom the query of an address is valid, and until when, in milliseconds; undefined: for nobody.
     * Whether that reader may still see the file is not checked here.
     */
    readerOf: (
      path: string,
      query: Partial<Record<"reader" | "epoch" | "expires" | "signature", unknown>>,
      nowMs = Date.now(),
    ): (LinkReader & { untilMs: number }) | undefined => {
      const { reader, epoch, expires, signature } = query;
      if (!isNumber(reader) || !isNumber(epoch) || !isNumber(expires)) return undefined;
      if (typeof signature !== "string" || !/^[\w-]{43}$/.test(signature)) return undefined;
      const given = Buffer.from(signature, "base64url");
      if (!timingSafeEqual(given, signatureOf(path, { reader, epoch, expires }))) return undefined;
      const untilMs = Number(expires) * 1000;
      return untilMs > nowMs ? { id: Number(reader), epoch: Number(epoch), untilMs } : undefined;
    },
  };
}
