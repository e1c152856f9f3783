import { createECDH } from "node:crypto";
import { z } from "zod";
import type { DeploymentKeys } from "#server/infra/deployment-key.ts";

const vapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.infer<typeof vapidKeys>;

/**
 * The keys by which push services identify this deployment (RFC 8292): with other ones every subscription would be
 * lost.
 */
export function createVapidKeys(stored: Pick<DeploymentKeys, "find">): () => Promise<VapidKeys> {
  let keys: VapidKeys | undefined;
  return async () => {
    keys ??= vapidKeys.parse(JSON.parse(await stored.find("vapid", makeKeys)));
    return keys;
  };
}

function makeKeys(): string {
  const curve = createECDH("prime256v1");
  curve.generateKeys();
  return JSON.stringify({
    publicKey: curve.getPublicKey("base64url"),
    // The number of an elliptic curve key may have fewer bytes than its field, so it is padded.
    privateKey: Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
      .subarray(-32)
      .toString("base64url"),
  } satisfies VapidKeys);
}
