import type { Client } from "#server/auth/client.ts";
import { findKnownDevice } from "#server/auth/known-devices.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, isDelay } from "#server/http/failure.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { askerOf } from "#server/recovery/code-delivery.ts";

/** The result of checking a typed code. */
interface Looked {
  codeHash: string | undefined;
  account: number | null;
  by: "mail" | "phone";
}

export const wrongRecoveryCode = () => invalidField("code", "Site.wrongCode");

/**
 * Returns the hash of a right code. Counts before the check and takes it back after a right code, so that concurrent
 * guesses are all counted. @throws {Failure} `invalid` on `code`, `too_many_requests` (SEC-A3)
 */
export const createGuard =
  (db: Db, limits: Limits) =>
  async (
    client: Client,
    account: { phone: string } | null,
    look: (asker: string) => Promise<Looked>,
  ): Promise<string> => {
    // A known device is not delayed by others on its network: of the account, where that is named, because marks of other
    // accounts would be as many tries more.
    const device = await findKnownDevice(db, client.mark, account);
    const from = device ?? client.ip;
    await limits.consume("recoveryFailure", from).catch((error: unknown) => {
      const reason = device === undefined ? "network" : "device";
      if (isDelay(error))
        client.note("recovery_delayed", { account: null, reason, waitS: error.retryAfterS });
      throw error;
    });
    const { codeHash, account: userId, by } = await look(askerOf({ device, ip: client.ip }));
    if (codeHash === undefined) {
      client.note("recovery_code_failed", { account: userId, reason: by });
      throw wrongRecoveryCode();
    }
    await limits.refund("recoveryFailure", from);
    return codeHash;
  };
