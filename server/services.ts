import path from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import { type Language, language } from "#lib/languages/schema.ts";
import { type SiteSettings, siteSettings } from "#lib/settings/schema.ts";
import { type Database, type Db, openDatabase } from "#server/db/database.ts";
import { migrate, readSchema } from "#server/db/migrate.ts";
import { oneAtATime } from "#server/db/one-at-a-time.ts";
import type { Env } from "#server/env.ts";
import { createDeploymentKeys } from "#server/infra/deployment-key.ts";
import { type JobQueue, type Jobs, openJobQueue } from "#server/infra/jobs/job-queue.ts";
import { readQueueSchema } from "#server/infra/jobs/queue-schema.ts";
import { type NodeRegister, registerNode } from "#server/infra/node-register.ts";
import { connectRedis, type RedisClients } from "#server/infra/redis.ts";
import { readData } from "#server/infra/read-data.ts";
import { errorMessageOf, reachable } from "#server/infra/start-fault.ts";
import { areLanguagesStored, storeLanguages } from "#server/languages/repository.ts";
import { checkSmtp, mailDelivery } from "#server/mail/deliver-mail.ts";
import type { MailOutbox } from "#server/mail/outbox.ts";
import { renewDueTitles } from "#server/messenger/class-chats/renew-titles.ts";
import { areSearchNamesStale, remakeSearchNames } from "#server/people/search-names.ts";
import { createLimits, type Limits } from "#server/plugins/limits.ts";
import { areLinesIndexed, indexLines } from "#server/push/line-indexes.ts";
import { isReferenceLoaded, loadReference } from "#server/reference/load-reference.ts";
import { type ReferenceFiles, readReferenceFiles } from "#server/reference/read-reference-files.ts";
import { areSettingsStored, storeSettings } from "#server/settings/repository.ts";
import { type Sms, smsDelivery, smsRetries } from "#server/sms/deliver-sms.ts";
import { nameOfFolder, openFolder } from "#server/storage/folder.ts";
import type { OpenStorage, Storage } from "#server/storage/storage.ts";

export interface Services {
  database: Database;
  redis: RedisClients | null;
  jobs: JobQueue;
  outbox: MailOutbox;
  /** Null where nobody delivers them: a code must not wait for longer than it is valid. */
  texts: Jobs<Sms> | null;
  storage: Storage;
  nodeRegister: NodeRegister;
  limits: Limits;
  close(): Promise<void>;
}

/** Opens the services of the back end, with schema and reference data up to date. @throws {StartFault} */
export async function openServices(env: Env, log: Logger): Promise<Services> {
  warnOfUnset(env, log);
  const storage = await openStorage(env, log);
  const redis = env.redisUrl ? await reachable("REDIS_URL", connectRedis(env.redisUrl, log)) : null;
  try {
    const database = await reachable("DATABASE_URL", openDatabase({ ...env, log }));
    try {
      const { jobs, outbox, texts, node } = await reachable(
        "DATABASE_URL",
        openOnDatabase(env, { database, redis, log }),
      );
      database.expectAnswers();
      return {
        database,
        redis,
        jobs,
        outbox,
        texts,
        nodeRegister: node,
        storage,
        limits: createLimits(redis?.commands ?? null, env.rateLimitScale),
        async close() {
          await Promise.all([jobs.close(), node.close()]);
          await database.close();
          redis?.close();
          storage.close();
        },
      };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    redis?.close();
    throw error;
  }
}

interface Opened {
  database: Database;
  redis: RedisClients | null;
  log: Logger;
}

/**
 * A start that finds everything up to date waits for nobody: while another process migrates for hours, a node that ended
 * comes back.
 */
async function openOnDatabase(env: Env, { database, redis, log }: Opened) {
  const data = readStartData();
  const open = async () => {
    await warnOfNewer(database.db, log);
    const keys = createDeploymentKeys(database.db, env.keyEncryptionKeys);
    const encrypted = await keys.encryptAll();
    if (encrypted.length > 0)
      log.info({ keys: encrypted }, "keys in the database were encrypted anew");
    const queues = await openQueues(env, database, log);
    const own = { settings: nodeSettings(env), redis: redis?.commands ?? null, log };
    return { ...queues, node: await registerNode(database, own) };
  };
  if (await isUpToDate(database, data)) return open();
  return oneAtATime(
    database,
    async () => {
      await bringUpToDate(database.db, data);
      return open();
    },
    (text) => {
      log.info(text);
    },
  );
}

function warnOfUnset(env: Env, log: Logger): void {
  if (env.mode === "production" && env.passwordStrictUnset)
    log.warn("PASSWORD_STRICT is unset: any password that is not blank is taken");
  if (env.mode === "production" && env.keyEncryptionKeys.length === 0)
    log.warn("KEY_ENCRYPTION_KEYS is unset: the keys in the database are not encrypted");
  if (accountsAreOfExample(env))
    log.warn(
      { domains: env.accountDomains },
      "ACCOUNT_DOMAINS: logins end in a domain of examples, which nobody can own",
    );
  if (env.unusualBesideEmbedded.length > 0)
    log.warn(
      { beside: env.unusualBesideEmbedded },
      "DATABASE_URL is unset: members are kept in the embedded database of VAR_DIR, which this start makes if there is none",
    );
}

const accountsAreOfExample = ({ accountDomains, deployment }: Env) =>
  !deployment.rootDomain.endsWith(".localhost") &&
  accountDomains.some((domain) => domain.endsWith(".example"));

/** The settings that all nodes must share. */
const nodeSettings = ({ s3, varDir, redisUrl, mediaUrl, deployment, accountDomains }: Env) => ({
  S3_URL: s3 ? `${s3.endpoint ?? "s3:"} ${s3.bucket}` : nameOfFolder(mediaFolder(varDir)),
  REDIS_URL: redisUrl === undefined ? "unset" : "set",
  MEDIA_URL: mediaUrl ?? "",
  ROOT_DOMAIN: deployment.rootDomain,
  ACCOUNT_DOMAINS: accountDomains.join(),
});

const mediaFolder = (varDir: string) => path.join(varDir, "media");

async function openQueues(env: Env, database: Database, log: Logger) {
  const sendMail = mailDelivery(env, database.db);
  if (!sendMail) log.warn("SMTP_URL is unset: mails wait in the queue");
  if (env.smtpUrl)
    void checkSmtp(env.smtpUrl).catch((error: unknown) =>
      log.warn(`SMTP_URL: ${errorMessageOf(error)}: mails wait in the queue`),
    );
  const sendSms = smsDelivery(env, database.db);
  if (!sendSms)
    log.warn(
      "SMS_URL is unset: members cannot add a telephone, and recovery by telephone sends no code",
    );
  const jobs = await openJobQueue(database, log);
  await indexLines(database.db);
  return {
    jobs,
    outbox: await jobs.open("mail", sendMail),
    texts: sendSms && (await jobs.open("sms", sendSms, { retries: smsRetries })),
  };
}

interface StartData {
  languages: Language[];
  settings: Record<string, SiteSettings>;
  reference: ReferenceFiles;
}

const readStartData = (): StartData => ({
  languages: readData("languages", z.array(language).min(1)),
  settings: readData("settings", z.record(z.string(), siteSettings)),
  reference: readReferenceFiles(),
});

/** Whether neither `bringUpToDate` nor the job queue has anything to do that only one process at a time may do. */
async function isUpToDate(database: Database, data: StartData): Promise<boolean> {
  const { db } = database;
  if ((await readSchema(db)).pending.length > 0) return false;
  const queue = await readQueueSchema(database);
  return (
    queue.version !== null &&
    queue.version >= queue.wanted &&
    (await areLinesIndexed(db)) &&
    !(await areSearchNamesStale(db)) &&
    (await areLanguagesStored(db, data.languages)) &&
    (await areSettingsStored(db, data.settings)) &&
    (await isReferenceLoaded(db, data.reference))
  );
}

/**
 * Prepares the schema, the reference data and the searched names; running it twice changes nothing. Must be called within
 * `oneAtATime`.
 */
export async function bringUpToDate(db: Db, data = readStartData()): Promise<void> {
  await migrate(db);
  await db.transaction().execute(async (trx) => {
    await storeLanguages(trx, data.languages);
    await storeSettings(trx, data.settings);
    await loadReference(trx, data.reference);
  });
  await renewDueTitles(db);
  await remakeSearchNames(db);
}

async function warnOfNewer(db: Db, log: Logger): Promise<void> {
  const { newer } = await readSchema(db);
  if (newer.length > 0)
    log.warn({ newer }, "the schema is newer than this build, which serves on it as it is");
}

/**
 * The store of S3_URL, else a folder of VAR_DIR. An unreachable one does not keep Kampus from starting. @throws
 * {StartFault}
 */
async function openStorage(
  { s3, varDir }: Pick<Env, "s3" | "varDir">,
  log: Logger,
): Promise<OpenStorage> {
  if (!s3) return openFolder(mediaFolder(varDir));
  const { openS3 } = await import("#server/storage/s3.ts");
  const store = openS3(s3);
  if (!(await store.check())) log.warn("S3_URL: the store does not answer: uploads wait for it");
  return store.storage;
}
