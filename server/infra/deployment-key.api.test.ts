import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createDeploymentKeys } from "#server/infra/deployment-key.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const operatorKey = randomBytes(32);
const kampus = kampusForFile({ KEY_ENCRYPTION_KEYS: operatorKey.toString("base64") });
const secret = "what signs";
const [old, next] = [randomBytes(32), randomBytes(32)];

const keysUnder = (...operatorKeys: Buffer[]) => createDeploymentKeys(kampus.db, operatorKeys);
const find = (...operatorKeys: Buffer[]) => keysUnder(...operatorKeys).find("tested", () => secret);
const storedAs = async (name: string) =>
  (
    await kampus.db
      .selectFrom("deployment_keys")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).value;

beforeEach(async () => {
  await kampus.db.deleteFrom("deployment_keys").where("name", "=", "tested").execute();
});

describe("somebody with a copy of the database", () => {
  it("cannot sign addresses of files where the operator holds a key", async () => {
    expect(await storedAs("addresses")).toMatch(/^aes-256-gcm:[0-9a-f]{16}:[\w-]{60,}$/);
  });

  it("can read neither new keys nor those that were stored in clear before", async () => {
    expect(await find()).toBe(secret);
    expect(await storedAs("tested")).toBe(secret);
    expect(await keysUnder(operatorKey).encryptAll()).toEqual(["tested"]);
    expect(await storedAs("tested")).not.toContain(secret);
    expect(await find(operatorKey)).toBe(secret);
    expect(await keysUnder(operatorKey).encryptAll()).toEqual([]);
  });

  it("cannot swap one key for another", async () => {
    await find(operatorKey);
    const moved = { value: await storedAs("addresses") };
    await kampus.db
      .updateTable("deployment_keys")
      .set(moved)
      .where("name", "=", "tested")
      .execute();
    await expect(find(operatorKey)).rejects.toThrow("the key “tested” in the database is damaged");
  });
});

describe("an operator who replaces the key", () => {
  const isRefused = "KEY_ENCRYPTION_KEYS: the database holds the key “tested”";

  it("changes no signing key: nodes with both keys read them before and after, and then the new key is enough", async () => {
    await find(old);
    expect(await find(next, old)).toBe(secret);
    expect(await createDeploymentKeys(kampus.db, [next, old, operatorKey]).encryptAll()).toContain(
      "tested",
    );
    expect(await find(old, next)).toBe(secret);
    expect(await find(next)).toBe(secret);
    await expect(find(old)).rejects.toThrow(isRefused);
    await keysUnder(operatorKey, next).encryptAll();
  });

  it("is refused without any key that decrypts, rather than given a new one", async () => {
    await find(old);
    await expect(find()).rejects.toThrow(isRefused);
    await expect(keysUnder(next).encryptAll()).rejects.toThrow("KEY_ENCRYPTION_KEYS");
  });
});

it("processes that make a key at once have the same one", async () => {
  const made = await Promise.all(
    ["one", "two", "three"].map((key) => keysUnder(old).find("tested", () => key)),
  );
  expect(new Set(made).size).toBe(1);
});
