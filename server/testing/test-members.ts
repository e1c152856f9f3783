/** Members of a back end under test, who sign up and confirm their address as everybody does. */
import { setTimeout as wait } from "node:timers/promises";
import type { LightMyRequestResponse } from "fastify";
import type { User } from "#lib/auth/schema.ts";
import type { Env } from "#server/env.ts";

export interface TestMember {
  id: number;
  token: string;
  email: string;
  password: string;
  user: User;
}

export const captchaAnswer = "kampus";

type Call = (
  method: string,
  url: string,
  options?: { host?: string; query?: Record<string, string>; body?: object },
) => Promise<LightMyRequestResponse>;

export function testMembers(call: Call, env: Pick<Env, "accountDomains" | "deployment">) {
  let members = 0;
  const made = {
    /** A live key, whose test answer is accepted once. */
    async captchaKey(): Promise<string> {
      return (await call("GET", "/api/captcha/flat")).json<{ key: string }>().key;
    },

    /** The fields of a form that a captcha guards. */
    captcha: async () => ({ captcha: captchaAnswer, key: await made.captchaKey() }),

    signIn: async (login: string, password: string | null, locale = "ru") =>
      call("POST", `/api/${locale}/login`, {
        body: { login, password, ...(await made.captcha()) },
      }),

    /** The mails to an address, newest first, once there are at least `count`. */
    async mails(to: string, count = 1): Promise<{ subject: string; text: string; html: string }[]> {
      const deadline = Date.now() + 10_000;
      for (;;) {
        const answer = await call("GET", "/messages", {
          host: `mail.${env.deployment.rootDomain}`,
          query: { to },
        });
        const { data } = answer.json<{ data: { subject: string; text: string; html: string }[] }>();
        if (data.length >= count) return data;
        if (Date.now() > deadline)
          throw new Error(`${data.length} of ${count} mails to ${to} after 10 s`);
        await wait(20);
      }
    },

    async confirmationToken(to: string, count = 1): Promise<string> {
      const [mail] = await made.mails(to, count);
      const token = /\/confirmation\/([\w-]+)/.exec(mail?.text ?? "")?.[1];
      if (!token) throw new Error(`no confirmation link in the mail to ${to}`);
      return token;
    },

    /** Signs a member up through the API, not confirmed yet. */
    async signUp(fields: Record<string, string> = {}): Promise<TestMember> {
      members += 1;
      const form = {
        surname: "Каримов",
        name: "Алишер",
        patronymic: "Бахтиёрович",
        email: `member${members}@${env.accountDomains[0]}`,
        password: "correct horse",
        ...fields,
      };
      const answer = await call("POST", "/api/ru/registration", {
        body: {
          password_confirmation: form.password,
          ...(await made.captcha()),
          ...form,
        },
      });
      if (answer.statusCode !== 201) throw new Error(`sign-up: ${answer.body}`);
      const { token, user } = answer.json<{ token: string; user: User }>();
      return { id: user.id, token, email: form.email, password: form.password, user };
    },

    /** A member who has confirmed their address. */
    async member(fields: Record<string, string> = {}): Promise<TestMember> {
      const member = await made.signUp(fields);
      const token = await made.confirmationToken(member.email);
      const answer = await call("POST", "/api/ru/email/verify", { body: { token } });
      if (answer.statusCode !== 200) throw new Error(`confirmation: ${answer.body}`);
      return member;
    },
  };
  return made;
}
