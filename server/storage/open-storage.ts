import path from "node:path";
import type { Logger } from "pino";
import type { Env } from "#server/env.ts";
import { openFolder } from "#server/storage/folder.ts";
import { openS3 } from "#server/storage/s3.ts";
import type { OpenStorage } from "#server/storage/storage.ts";

/** The store of S3_URL, else a folder of VAR_DIR. One that is away does not keep Kampus from starting. @throws {StartFault} */
export async function openStorage(
  { s3, varDir }: Pick<Env, "s3" | "varDir">,
  log: Logger,
): Promise<OpenStorage> {
  if (!s3) return openFolder(path.join(varDir, "media"));
  const store = openS3(s3);
  if (!(await store.check())) log.warn("S3_URL: the store does not answer: uploads wait for it");
  return store.storage;
}
