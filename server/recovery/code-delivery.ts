import type { FastifyBaseLogger } from "fastify";
import type { Client } from "#server/auth/client.ts";
import { findKnownDevice } from "#server/auth/known-devices.ts";
import { hashPassword } from "#server/auth/passwords/password.ts";
import { newPhoneCode } from "#server/auth/phone-code.ts";
import { findUserByEmail, findUserByPhone } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { networkOf, wideNetworkOf } from "#server/http/client-network.ts";
import { isTooManyRequests } from "#server/http/failure.ts";
import type { JobQueue, Jobs } from "#server/infra/jobs/job-queue.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";
import { layOutMail, type MailRecipient } from "#server/mail/mail-layout.ts";
import type { Mail, MailOutbox } from "#server/mail/outbox.ts";
import type { LimitName } from "#server/plugins/ceilings.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { noteSecurityEvent } from "#server/plugins/security-trail.ts";
import { mailCodeHash, newMailCode } from "#server/recovery/codes.ts";
import { storeCode } from "#server/recovery/repository.ts";

/** A request for a code for the account with this whole address, or this telephone, in E.164. */
type CodeRequest = { by: "mail"; email: string } | { by: "phone"; phone: string };

/** The requester: a known device of the account, by the name it is counted under, or an unknown one on a network. */
interface Requester {
  device?: string | undefined;
  ip: string;
  reqId: string;
}

/** The key by which requests and tries of a code are counted: the known device of the account, otherwise the network. */
export const askerOf = ({ device, ip }: Pick<Requester, "device" | "ip">): string =>
  device ?? networkOf(ip);

export interface CodeDelivery {
  /** Must be called once the captcha was right. @throws {Failure} `too_many_requests` */
  ask(request: CodeRequest, client: Client): Promise<void>;
}

interface Options {
  db: Db;
  env: Pick<Env, "brand">;
  jobs: JobQueue;
  outbox: MailOutbox;
  /** Null where nobody delivers text messages. */
  texts: Jobs<{ to: string; text: string; expires_at?: string }> | null;
  limits: Limits;
  log: FastifyBaseLogger;
}

/**
 * The first step of password recovery. The route only queues the request, which is the same work for an account that
 * exists and for one that does not, so that neither the answer nor its time distinguishes them (SEC-A2); a worker finds
 * the account, makes the code and queues the message with it.
 */
export async function createCodeDelivery(options: Options): Promise<CodeDelivery> {
  const { db, jobs, limits } = options;
  const requests = await jobs.open<CodeRequest & Requester>("recovery", (request) =>
    answer(request, options),
  );
  return {
    async ask(request, { ip, mark, reqId, note }) {
      const account = request.by === "mail" ? { email: request.email } : { phone: request.phone };
      const device = await findKnownDevice(db, mark, account);
      const count = (name: LimitName) =>
        limits.consume(name, ip).catch((error: unknown) => {
          if (isTooManyRequests(error))
            note("recovery_delayed", {
              account: null,
              reason: "network",
              waitS: error.retryAfterS,
            });
          throw error;
        });
      if (device === undefined) await count("recovery");
      // Requests are counted, because a count of texts that were sent would reveal whether there is an account (SEC-A10).
      if (request.by === "phone") await count("textByNetwork");
      await db
        .transaction()
        .execute((trx) => requests.enqueue(trx, { ...request, device, ip, reqId }));
      requests.wake();
    },
  };
}

async function answer(request: CodeRequest & Requester, options: Options): Promise<void> {
  const { db, env, outbox, texts, limits, log } = options;
  const user =
    request.by === "mail"
      ? await findUserByEmail(db, request.email)
      : await findUserByPhone(db, request.phone);
  const { by: reason, ip, reqId } = request;
  noteSecurityEvent(log, "recovery_asked", { account: user?.id ?? null, ip, reqId, reason });
  if (!user) return;
  const asker = askerOf(request);
  if (!(await mayHaveMore(limits, user.id, request))) {
    noteSecurityEvent(log, "recovery_delayed", { account: user.id, ip, reqId, reason: "account" });
    return;
  }
  if (request.by === "mail") {
    const code = newMailCode();
    await db.transaction().execute(async (trx) => {
      if (!(await holdAddress(trx, user))) return;
      const codeHash = mailCodeHash(code);
      const expiresAt = await storeCode(trx, { userId: user.id, kind: "mail", asker, codeHash });
      const mail = recoveryMail(user, code, env.brand);
      await outbox.enqueue(trx, { ...mail, expires_at: expiresAt.toISOString() });
    });
    outbox.wake();
  } else if (texts) {
    const code = newPhoneCode();
    const codeHash = await hashPassword(code);
    await db.transaction().execute(async (trx) => {
      const expiresAt = await storeCode(trx, { userId: user.id, kind: "phone", asker, codeHash });
      await texts.enqueue(trx, {
        to: request.phone,
        text: recoverySms(user.locale, code, env.brand),
        expires_at: expiresAt.toISOString(),
      });
    });
    texts.wake();
  }
}

/**
 * In a transaction: whether the address is still the member's, who cannot correct it until the transaction ends. The
 * former address may be somebody else's, who must get no code (D-CORRECTION).
 */
async function holdAddress(trx: Db, { id, email }: { id: number; email: string }) {
  const held = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("email", "=", email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Limits the codes sent to an account, which the answer does not reveal. Codes requested by unknown devices count by
 * their network, so that they do not use up the member's own (SEC-A9).
 */
async function mayHaveMore(limits: Limits, userId: number, requester: Requester) {
  const takes = (name: LimitName, key: string | number) =>
    limits.consume(name, key).then(
      () => true,
      (error: unknown) => {
        if (isTooManyRequests(error)) return false;
        throw error;
      },
    );
  if (!(await takes("recoveryCode", `${userId}|${askerOf(requester)}`))) return false;
  if (requester.device !== undefined) return true;
  const isFirst = await takes("recoveryCodeFirst", `${userId}|${wideNetworkOf(requester.ip)}`);
  return takes(isFirst ? "recoveryCodeFirstByAccount" : "recoveryCodeByAccount", userId);
}

/** The mail with a recovery code in a form that is easy to read and type. */
export const recoveryMail = (recipient: MailRecipient, code: string, brand: string): Mail =>
  layOutMail(recipient, brand, "Mail.recoverySubject", (translate) => [
    { kind: "paragraph", text: translate("Mail.recoveryLead", { email: recipient.email }) },
    { kind: "code", text: code },
    { kind: "paragraph", text: translate("Mail.recoveryLife") },
    { kind: "note", text: translate("Mail.recoveryIgnore") },
  ]);

/** The text message with a recovery code. */
export const recoverySms = (locale: string, code: string, brandName: string) =>
  translatorFor(locale)("Mail.recoverySms", { code, brand: brandIn(locale, brandName) });
