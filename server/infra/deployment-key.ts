/**
 * Keys that all processes of a deployment share: the first process that needs one makes it. They are stored in the
 * database, encrypted under a key that only the operator has, so that a copy of the database signs nothing (D-KEYS).
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { Db } from "#server/db/database.ts";
import { StartFault } from "#server/infra/start-fault.ts";

export interface DeploymentKeys {
  /** The key of that name; of several made at once, one is stored. */
  find(name: string, make: () => string): Promise<string>;
  /**
   * Encrypts under the operator's first key all keys that are stored in clear or under another one; returns their
   * names. @throws {StartFault} where a key cannot be read
   */
  encryptAll(): Promise<string[]>;
}

/** `operatorKeys` have 32 bytes: the first encrypts, all decrypt. Without any, keys are stored in clear. */
export function createDeploymentKeys(db: Db, operatorKeys: readonly Buffer[]): DeploymentKeys {
  const [current] = operatorKeys;
  const decrypt = (name: string, stored: string) => decryptKey(operatorKeys, name, stored);
  const encrypt = (name: string, key: string) => (current ? encryptKey(current, name, key) : key);
  const find = async (name: string) => {
    const row = await db
      .selectFrom("deployment_keys")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirst();
    return row && decrypt(name, row.value);
  };

  return {
    async find(name, make) {
      const stored = await find(name);
      if (stored !== undefined) return stored;
      await db
        .insertInto("deployment_keys")
        .values({ name, value: encrypt(name, make()) })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      const made = await find(name);
      if (made === undefined) throw new Error(`no deployment key named ${name}`);
      return made;
    },

    async encryptAll() {
      const rows = await db.selectFrom("deployment_keys").selectAll().orderBy("name").execute();
      const changed = rows
        .map(({ name, value }) => ({ name, value, key: decrypt(name, value) }))
        .filter(({ value }) => current && !value.startsWith(headOf(current)));
      for (const { name, value, key } of changed)
        await db
          .updateTable("deployment_keys")
          .set({ value: encrypt(name, key) })
          .where("name", "=", name)
          .where("value", "=", value) // another process may have been first
          .execute();
      return changed.map(({ name }) => name);
    },
  };
}

const format = "aes-256-gcm:";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * The header of each encrypted key: it shows which of the operator's keys encrypted it, and reveals nothing of that
 * key.
 */
const headOf = (operatorKey: Buffer) =>
  `${format}${createHash("sha256").update(operatorKey).digest("hex").slice(0, 16)}:`;

function encryptKey(operatorKey: Buffer, name: string, key: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", operatorKey, nonce).setAAD(Buffer.from(name));
  const parts = [nonce, cipher.update(key, "utf8"), cipher.final(), cipher.getAuthTag()];
  return headOf(operatorKey) + Buffer.concat(parts).toString("base64url");
}

function decryptKey(operatorKeys: readonly Buffer[], name: string, stored: string): string {
  if (!stored.startsWith(format)) return stored;
  const operatorKey = operatorKeys.find((one) => stored.startsWith(headOf(one)));
  if (!operatorKey)
    throw new StartFault([
      `KEY_ENCRYPTION_KEYS: the database holds the key “${name}”, encrypted under a key that is not among them`,
    ]);
  const sealed = Buffer.from(stored.slice(headOf(operatorKey).length), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", operatorKey, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    const key = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([key, decipher.final()]).toString("utf8");
  } catch (error) {
    throw new StartFault([`the key “${name}” in the database is damaged`], { cause: error });
  }
}
