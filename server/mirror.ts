/** Copies the files of S3_URL to the bucket of BACKUP_S3_URL: `node server/mirror.ts`; with `--restore` back again. */
import { parseArgs } from "node:util";
import { readEnv } from "#server/env.ts";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";
import { mirrorFiles, restoreFiles } from "#server/storage/mirror.ts";

/**
 * As long as the oldest backup of the database is kept (deploy/backup/pgbackrest.conf), because its rows refer to these
 * files.
 */
const keepGoneDays = 30;

try {
  const { restore } = parseArgs({
    options: { restore: { type: "boolean", default: false } },
  }).values;
  const { s3, backupS3 } = readEnv(process.env);
  if (!s3 || !backupS3) throw new StartFault(["S3_URL and BACKUP_S3_URL name two buckets"]);
  if (restore) {
    const { copied, bytes } = await restoreFiles(s3, backupS3);
    console.log(`✓ ${copied} files copied back, ${bytes} bytes`);
  } else {
    const { copied, bytes, gone, deleted } = await mirrorFiles(s3, backupS3, { keepGoneDays });
    console.log(
      `✓ ${copied} files copied, ${bytes} bytes; ${gone} that members deleted are kept, ${deleted} no longer`,
    );
  }
} catch (error) {
  const lines =
    error instanceof StartFault ? error.lines : [`could not copy: ${errorMessageOf(error)}`];
  for (const line of lines) console.error(`kampus: ${line}`);
  process.exit(1);
}
