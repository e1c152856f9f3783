import type { FastifyBaseLogger } from "fastify";
import type { Client } from "#server/auth/client.ts";
import { findKnownDevice } from "#server/auth/known-devices.ts";
import { hashPassword } from "#server/auth/password.ts";
import { newPhoneCode } from "#server/auth/phone-code.ts";
import { findUserByEmail, findUserByPhone } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import { isDelay } from "#server/http/failure.ts";
import type { JobQueue, Jobs } from "#server/infra/job-queue.ts";
import type { Outbox } from "#server/mail/outbox.ts";
import { networkOf } from "#server/http/client-network.ts";
import type { LimitName, Limits } from "#server/plugins/limits.ts";
import { noteSecurityEvent } from "#server/plugins/security-trail.ts";
import { mailCodeHash, newMailCode } from "#server/recovery/codes.ts";
import { recoveryMail, recoverySms } from "#server/recovery/recovery-mail.ts";
import { storeCode } from "#server/recovery/repository.ts";

/** Somebody asked for a code for the account with this address, whole, or this telephone, in E.164. */
type Asked = { by: "mail"; email: string } | { by: "phone"; phone: string };

/** Who asked: a device that the account knows, by the name it is counted under, or anybody on a network. */
interface Asker {
  device?: string | undefined;
  ip: string;
  reqId: string;
}

export interface CodeDelivery {
  /** To be called once the captcha was right. @throws {Failure} `too_many_requests` */
  ask(asked: Asked, client: Client): Promise<void>;
}

interface Options {
  db: Db;
  brand: string;
  jobs: JobQueue;
  outbox: Outbox;
  texts: Jobs<{ to: string; text: string }>;
  limits: Limits;
  log: FastifyBaseLogger;
}

/**
 * The first step of password recovery. The request only notes what was asked, the same work for an account that exists
 * and for one that does not, so that neither the answer nor its time tells them apart (security.md A2); a worker finds
 * the account, makes the code and queues the message with it.
 */
export async function createCodeDelivery(options: Options): Promise<CodeDelivery> {
  const { db, jobs, limits } = options;
  const requests = await jobs.open<Asked & Asker>("recovery", (asked) => answer(asked, options));
  return {
    async ask(asked, { ip, mark, reqId, note }) {
      const account = asked.by === "mail" ? { email: asked.email } : { phone: asked.phone };
      const device = await findKnownDevice(db, mark, account);
      if (device === undefined)
        await limits.consume("recovery", ip).catch((error: unknown) => {
          if (isDelay(error))
            note("recovery_delayed", {
              account: null,
              reason: "network",
              waitS: error.retryAfterS,
            });
          throw error;
        });
      await db
        .transaction()
        .execute((trx) => requests.enqueue(trx, { ...asked, device, ip, reqId }));
      requests.wake();
    },
  };
}

async function answer(asked: Asked & Asker, options: Options): Promise<void> {
  const { db, brand, outbox, texts, limits, log } = options;
  const user =
    asked.by === "mail"
      ? await findUserByEmail(db, asked.email)
      : await findUserByPhone(db, asked.phone);
  const { by: reason, ip, reqId } = asked;
  noteSecurityEvent(log, "recovery_asked", { account: user?.id ?? null, ip, reqId, reason });
  if (!user) return;
  if (!(await mayHaveMore(limits, user.id, asked))) {
    noteSecurityEvent(log, "recovery_delayed", { account: user.id, ip, reqId, reason: "account" });
    return;
  }
  if (asked.by === "mail") {
    const code = newMailCode();
    await db.transaction().execute(async (trx) => {
      await storeCode(trx, user.id, "mail", mailCodeHash(code));
      await outbox.enqueue(trx, recoveryMail(user, code, brand));
    });
    outbox.wake();
  } else {
    const code = newPhoneCode();
    const codeHash = await hashPassword(code);
    await db.transaction().execute(async (trx) => {
      await storeCode(trx, user.id, "phone", codeHash);
      await texts.enqueue(trx, { to: asked.phone, text: recoverySms(user.locale, code, brand) });
    });
    texts.wake();
  }
}

/**
 * An account is not flooded with codes; who asks is not told. Those that strangers have sent to it count by the network
 * they ask from, so that they take none from the member (security.md A9).
 */
async function mayHaveMore(limits: Limits, userId: number, { device, ip }: Asker) {
  const takes = (name: LimitName, key: string | number) =>
    limits.consume(name, key).then(
      () => true,
      (error: unknown) => {
        if (isDelay(error)) return false;
        throw error;
      },
    );
  const asker = `${userId}|${device ?? networkOf(ip)}`;
  if (!(await takes("recoveryCode", asker))) return false;
  if (device !== undefined) return true;
  const isFirst = await takes("recoveryCodeFirst", asker);
  return takes(isFirst ? "recoveryCodeFirstByAccount" : "recoveryCodeByAccount", userId);
}
