import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createPersons } from "#server/auth/person.ts";
import { createAuthService } from "#server/auth/service.ts";
import { createSessions } from "#server/auth/sessions.ts";
import { createCaptchaStore } from "#server/captcha/captcha-store.ts";
import { createCaptchaService } from "#server/captcha/captcha.ts";
import type { Database } from "#server/db/database.ts";
import { openReplicas, withoutReplicas } from "#server/db/replicas.ts";
import type { Env } from "#server/env.ts";
import { friendshipStatusOf, friendshipStatuses } from "#server/friends/repository.ts";
import { openAddressSigning } from "#server/http/address-signing.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { createPersonCheck, createTitleCheck } from "#server/members/check-name.ts";
import { createDeploymentKeys } from "#server/infra/deployment-key.ts";
import { createFindGivenFile } from "#server/media/given-file.ts";
import { rememberSignUpInvitation } from "#server/invitations/repository.ts";
import { releaseUnheld } from "#server/media/release.ts";
import { findTies } from "#server/people/ties.ts";
import type { PresenceTimes } from "#server/presence/presence.ts";
import { createVapidKeys } from "#server/push/vapid.ts";
import { createRealtime } from "#server/realtime/realtime.ts";
import type { Services } from "#server/services.ts";
import { openUploads } from "#server/uploads/uploads.ts";

export interface DepsOptions extends Omit<Services, "close"> {
  env: Env;
  log: Logger;
  /** Tests set shorter times. */
  presenceTimes?: PresenceTimes;
  noticeSettleMs?: number;
}

export type SharedDeps = Awaited<ReturnType<typeof createSharedDeps>>;

/** The decorations that the sweeping plugins add to the server once they are registered. */
export type Sweeps = Pick<FastifyInstance, "sweepFilesSoon" | "sweepChatsSoon">;

const wroteTopic = "wrote";

/** The part of `Deps` that publishes nothing: services, and functions that one feature offers to another. */
export async function createSharedDeps(app: Sweeps, options: DepsOptions) {
  const { env, log, database, redis, outbox, limits } = options;
  const { deployment, rateLimitScale } = env;
  const { db } = database;
  const keys = createDeploymentKeys(db, env.keyEncryptionKeys);
  const signing = await openAddressSigning(keys);
  const fileUrl = fileUrlsOn(env.mediaUrl, signing);
  const persons = createPersons(db, fileUrl);
  const sessions = createSessions(database, fileUrl, log);
  const uploads = await openUploads(env.varDir);
  const captchas = createCaptchaService(createCaptchaStore(db), env.captchaTestAnswer);
  const realtime = createRealtime({
    deployment,
    redis,
    log,
    limitScale: rateLimitScale,
    trustedProxies: env.trustedProxies,
    findSession: sessions.find,
  });
  const endSession = (sessionId: string) => {
    sessions.forget(sessionId);
    realtime.endSession(sessionId);
  };
  const auth = createAuthService({
    db,
    env,
    outbox,
    limits,
    fileUrl,
    log,
    endSession,
    rememberSignUpInvitation,
  });
  const sweepFilesSoon = () => {
    app.sweepFilesSoon();
  };
  const sweepChatsSoon = () => {
    app.sweepChatsSoon();
  };
  return {
    ...options,
    db,
    signing,
    fileUrl,
    persons,
    sessions,
    uploads,
    captchas,
    realtime,
    auth,
    endSession,
    sweepFilesSoon,
    sweepChatsSoon,
    keys,
    ...openReads(database, realtime, log),
    checkCaptcha: captchas.check,
    checkName: createPersonCheck(env.brand),
    checkTitle: createTitleCheck(env.brand),
    checkNewPassword: auth.checkNewPassword,
    findGivenFile: createFindGivenFile(db),
    findVapidKeys: createVapidKeys(keys),
    freeMedia: async (ids: number[]) => {
      if ((await releaseUnheld(db, ids)) > 0) sweepFilesSoon();
    },
    statusOf: (userId: number, otherId: number) => friendshipStatusOf(db, userId, otherId),
    statusesOf: (userId: number, otherIds: number[]) => friendshipStatuses(db, userId, otherIds),
    tiesOf: (reader: { id: number; locale: string }, ids: number[]) =>
      findTies(db, persons, reader, ids),
  };
}

/** Reading from replicas, for which all nodes share who has written (D-REPLICA). */
function openReads(
  { db, replicas: addresses }: Pick<Database, "db" | "replicas">,
  realtime: ReturnType<typeof createRealtime>,
  log: Logger,
) {
  const replicas =
    addresses.length > 0
      ? openReplicas({ primary: db, replicas: addresses, log })
      : withoutReplicas(db);
  realtime.onShared(wroteTopic, (memberIds) => {
    replicas.wrote(memberIds as number[]); // the payload that another node of this deployment has shared
  });
  return {
    readFromReplica: replicas.read,
    replicaStates: replicas.states,
    closeReplicas: replicas.close,
    /** These members may read on another node next. */
    wrote: (memberIds: number[]) => {
      if (addresses.length === 0) return;
      replicas.wrote(memberIds);
      realtime.share(wroteTopic, memberIds);
    },
  };
}
