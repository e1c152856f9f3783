/** Members and their actions, through the API: for the parts of a journey that are not its point. */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Answer, captchaAnswer, type Served } from "#e2e/kampus.ts";
import { signedIn } from "#lib/auth/schema.ts";
import { tokenCookie } from "#lib/browser/cookie-names.ts";
import { captcha } from "#lib/captcha/schema.ts";
import { chatCreated } from "#lib/messenger/contract/schema.ts";
import { dataOf } from "#lib/http/schema.ts";

const locale = "ru";
/** The password of every new member. */
export const memberPassword = "верный конь";
const mailbox = dataOf(z.array(z.object({ subject: z.string(), text: z.string() })));

export interface PersonName {
  surname: string;
  name: string;
  patronymic: string;
}

export interface Member {
  id: number;
  fullname: string;
  /** The whole address, with its domain. */
  email: string;
  password: string;
  token: string;
}

export const karimov = { surname: "Каримов", name: "Алишер", patronymic: "Бахтиёрович" };
export const yusupova = { surname: "Юсупова", name: "Мадина", patronymic: "Рустамовна" };
export const rahimov = { surname: "Рахимов", name: "Жасур", patronymic: "Отабекович" };
export const kim = { surname: "Ким", name: "Елена", patronymic: "Сергеевна" };

let signedUp = 0;

/** A local part that no member of any worker has. */
export const freshLocalPart = () => `student${process.pid}n${++signedUp}`;

/** The fields of a form for a captcha that has just been drawn, with the answer that passes every one. */
export async function freshCaptcha(kampus: Served) {
  const { key } = captcha.parse(parsed(await kampus.request("", "/api/captcha/flat"), 200));
  return { captcha: captchaAnswer, key };
}

/** Has an account, whose address is not confirmed yet. */
export async function newAccount(kampus: Served, name: PersonName): Promise<Member> {
  const email = `${freshLocalPart()}@kampus.example`;
  const registration = await kampus.request("", `/api/${locale}/registration`, {
    method: "POST",
    body: {
      ...name,
      email,
      password: memberPassword,
      password_confirmation: memberPassword,
      ...(await freshCaptcha(kampus)),
    },
  });
  const { token, user } = signedIn.parse(parsed(registration, 201));
  return { id: user.id, fullname: user.fullname, email, password: memberPassword, token };
}

export async function newMember(kampus: Served, name: PersonName): Promise<Member> {
  const member = await newAccount(kampus, name);
  const token = new URL(await confirmationLink(kampus, member.email)).pathname.split("/").at(-1);
  const verify = { method: "POST", body: { token } };
  parsed(await kampus.request("", `/api/${locale}/email/verify`, verify), 200);
  return member;
}

/** New members at once, one of each name. */
export const newMembers = <const Names extends readonly PersonName[]>(
  kampus: Served,
  ...names: Names
) =>
  Promise.all(names.map((name) => newMember(kampus, name))) as Promise<{
    -readonly [Index in keyof Names]: Member; // map loses how long the list is
  }>;

/** Two new members who are friends. */
export async function newFriends(kampus: Served, one = karimov, other = yusupova) {
  const friends = await newMembers(kampus, one, other);
  await befriend(kampus, ...friends);
  return friends;
}

/** Logs in by the browser of that name, whatever the answer. */
export async function tryLogin(
  kampus: Served,
  { email, password }: Pick<Member, "email" | "password">,
  userAgent = "",
): Promise<Answer> {
  return kampus.request("", `/api/${locale}/login`, {
    method: "POST",
    headers: { "user-agent": userAgent },
    body: { login: email, password, ...(await freshCaptcha(kampus)) },
  });
}

export const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

/** The same member on another device, signed in a second time. */
export async function signInAgain(
  kampus: Served,
  member: Member,
  userAgent?: string,
): Promise<Member> {
  const login = await tryLogin(kampus, member, userAgent);
  return { ...member, token: signedIn.parse(parsed(login, 200)).token };
}

/** The cookie by which a browser is signed in on every surface. */
export const sessionCookie = ({ deployment }: Served, { token }: Pick<Member, "token">) => ({
  name: tokenCookie,
  value: token,
  domain: `.${deployment.rootDomain}`,
  path: "/",
  sameSite: "Lax" as const,
});

/** The link in the newest mail to an address. */
export async function confirmationLink(kampus: Served, email: string): Promise<string> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const answer = await kampus.request("mail", `/messages?to=${encodeURIComponent(email)}`);
    const [mail] = mailbox.parse(parsed(answer, 200)).data;
    const link = /https?:\S+\/confirmation\/[\w-]+/.exec(mail?.text ?? "")?.[0];
    if (link) return link;
    await wait(50);
  }
  throw new Error(`No confirmation link came to ${email}`);
}

/** Calls the API as a member; returns the body. */
export async function call(
  kampus: Served,
  member: Member,
  method: "GET" | "POST",
  target: string,
  body?: object,
) {
  const answer = await kampus.request("", target, {
    method,
    headers: { authorization: `Bearer ${member.token}` },
    ...(method === "POST" && { body: body ?? {} }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body) as unknown;
}

export async function befriend(kampus: Served, one: Member, other: Member): Promise<void> {
  await call(kampus, one, "POST", `/api/${locale}/profile/friends/friendship/${other.id}/add`);
  await call(kampus, other, "POST", `/api/${locale}/profile/friends/friendship/${one.id}/accept`);
}

/** Writes to a member; returns the chat's id. */
export async function write(
  kampus: Served,
  from: Member,
  to: Member,
  text: string,
): Promise<number> {
  const created = await call(kampus, from, "POST", `/messenger/private/create/chat/${to.id}`);
  const { id } = chatCreated.parse(created).data;
  await call(kampus, from, "POST", "/messenger/private/sendMessage", {
    chat_id: id,
    client_id: crypto.randomUUID(),
    text,
  });
  return id;
}

function parsed({ status, body }: Answer, expected: number): unknown {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${body}`);
  return JSON.parse(body);
}
