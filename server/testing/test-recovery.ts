/** The calls of password recovery. */
import type { LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import type { TestKampus } from "#server/testing/test-kampus.ts";

type Fields = Record<string, string>;

/** `locale` is that of the paths, and so of the answers. */
export function testRecovery(kampus: TestKampus, locale = "ru") {
  const post = (path: string, body: object): Promise<LightMyRequestResponse> =>
    kampus.post(`/api/${locale}/password/${path}`, body);
  const withCaptcha = async (fields: Fields) => ({ ...(await kampus.captcha()), ...fields });
  const twice = (password: string) => ({ password, password_confirmation: password });
  const recovery = {
    ask: async (fields: Fields) => post("email", await withCaptcha(fields)),
    check: (code: string) => post("code/check", { code }),
    reset: (code: string, password = "new password", fields: Fields = {}) =>
      post("reset", { code, ...twice(password), ...fields }),

    askByPhone: async (fields: Fields) => post("phone", await withCaptcha(fields)),
    checkPhone: (phone: string, code: string) => post("code/check/otp", { phone, code }),
    resetByPhone: (phone: string, code: string, password = "new password") =>
      post("reset/otp", { phone, code, ...twice(password) }),

    /** The newest code mailed to an address, once there are `count` mails to it. */
    async mailedCode(to: string, count: number): Promise<string> {
      const [mail] = await kampus.mails(to, count);
      const code = /^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$/m.exec(mail?.text ?? "")?.[0];
      if (!code) throw new Error(`no code in the newest mail to ${to}`);
      return code;
    },
    async textedCode(to: string, count = 1): Promise<string> {
      const [sms] = await kampus.mails(to, count);
      const code = /\b\d{8}\b/.exec(sms?.text ?? "")?.[0];
      if (!code) throw new Error(`no code in the newest text to ${to}`);
      return code;
    },

    /** A new member and the code mailed to them. */
    async memberWithCode() {
      const member = await kampus.signUp();
      await recovery.ask({ email: member.email });
      return { ...member, code: await recovery.mailedCode(member.email, 2) };
    },
    /** Makes it a confirmed member's phone, set so long ago. */
    async givePhone({ id }: { id: number }, phone: string, hoursAgo = 73): Promise<void> {
      const users = () => kampus.db.updateTable("users").where("id", "=", id);
      await users().set({ phone, verified_at: new Date() }).execute();
      await users()
        .set({ phone_changed_at: sql<Date>`now() - make_interval(hours => ${hoursAgo})` })
        .execute();
    },
    /** Lets ten minutes pass. */
    async expire({ id }: { id: number }): Promise<void> {
      await kampus.db
        .updateTable("asked_codes")
        .set({ expires_at: new Date(Date.now() - 1) })
        .where("user_id", "=", id)
        .execute();
    },
  };
  return recovery;
}
