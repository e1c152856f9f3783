/** Who comes to the site over https, trusting the authority of its certificate alone. */
import https from "node:https";
import { io, type ManagerOptions, type Socket } from "socket.io-client";
import { z } from "zod";
import { answerTo, payloadOf } from "#bench/measure/answer-to.ts";
import { toThisMachine } from "#bench/measure/to-this-machine.ts";
import { signedIn } from "#lib/auth/schema.ts";
import { captcha } from "#lib/captcha/schema.ts";
import { rootDomain, type Site } from "#deploy/testing/site.ts";

export interface SiteMember {
  id: number;
  email: string;
  token: string;
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  /** A form goes as it is, all else as JSON. */
  body?: unknown;
  /** This machine has many addresses on its loopback. */
  from?: string;
}

const memberPassword = "верный конь дома";

/** `chat` is the surface of that name, and "" the root domain. */
const hostOf = (surface: string) => `${surface}${surface && "."}${rootDomain}`;

export async function ask(
  { authority, httpsPort }: Pick<Site, "authority" | "httpsPort">,
  surface: string,
  target: string,
  { method = "GET", headers = {}, body, from = "127.0.0.1" }: RequestOptions = {},
) {
  const payload = await payloadOf(body);
  const answer = await answerTo(
    {
      ...{ protocol: "https:", method, path: target, port: httpsPort, ca: authority },
      ...{ localAddress: from, hostname: hostOf(surface), lookup: toThisMachine, agent: false },
      headers: { ...payload.headers, ...headers },
    },
    payload.content,
  );
  return {
    status: answer.status,
    headers: new Headers(Object.entries(answer.headersDistinct).flatMap(spread)),
    text: answer.body.toString(),
  };
}

const spread = ([name, values = []]: [string, string[] | undefined]) =>
  values.map((value): [string, string] => [name, value]);

/** Calls the API as a member; returns the body of the answer. @throws where the call fails */
export async function call(
  site: Site,
  { token }: Pick<SiteMember, "token">,
  target: string,
  body?: unknown,
): Promise<unknown> {
  const method = body === undefined ? "GET" : "POST";
  const headers = { authorization: `Bearer ${token}` };
  const answer = await ask(site, "chat", target, { method, headers, body });
  if (answer.status >= 300) throw new Error(`${target}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}

let signedUp = 0;

/** Signs up, opens the link of the mail, and signs in anew. */
export async function newMember(site: Site): Promise<SiteMember> {
  signedUp += 1;
  const email = `student${signedUp}@${rootDomain}`;
  const person = { surname: "Каримов", name: "Алишер", patronymic: "Бахтиёрович", email };
  const passwords = { password: memberPassword, password_confirmation: memberPassword };
  const registration = { ...person, ...passwords, ...(await solvedCaptcha(site)) };
  await expectStatus(
    201,
    ask(site, "site", "/api/ru/registration", { method: "POST", body: registration }),
  );
  const link = await confirmationLink(site, email);
  const body = { token: link.pathname.split("/").at(-1) };
  await expectStatus(200, ask(site, "site", "/api/ru/email/verify", { method: "POST", body }));
  const { status, text } = await signIn(site, email, memberPassword);
  if (status !== 200) throw new Error(`login: ${status} ${text}`);
  const { token, user } = signedIn.parse(JSON.parse(text));
  return { id: user.id, email, token };
}

async function expectStatus(expected: number, answer: ReturnType<typeof ask>): Promise<void> {
  const { status, text } = await answer;
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${text}`);
}

export async function signIn(
  site: Site,
  login: string,
  password: string,
  options: Pick<RequestOptions, "from" | "headers"> = {},
) {
  const body = { login, password, ...(await solvedCaptcha(site)) };
  return ask(site, "site", "/api/ru/login", { ...options, method: "POST", body });
}

/** Only the database knows what the picture says. */
async function solvedCaptcha(site: Site) {
  const { key } = captcha.parse(JSON.parse((await ask(site, "api", "/api/captcha/flat")).text));
  const statement = "SELECT answer FROM captchas WHERE key = $1";
  const { rows } = await site.database.query<{ answer: string }>(statement, [key]);
  return { key, captcha: z.string().parse(rows[0]?.answer) };
}

export async function confirmationLink({ smtp }: Site, email: string): Promise<URL> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const link = /https:\S+\/confirmation\/[\w-]+/.exec(smtp.to(email)[0]?.text ?? "")?.[0];
    if (link) return new URL(link);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no confirmation link came to ${email}`);
}

/** A device on the chat surface, connected. It comes back by itself, as pages do. */
export async function openDevice(
  { authority, httpsPort }: Site,
  { token }: SiteMember,
  transports: ManagerOptions["transports"],
): Promise<Socket> {
  const agent = new https.Agent({ ca: authority, lookup: toThisMachine });
  const socket = io(`https://${hostOf("chat")}:${httpsPort}`, {
    ...{ forceNew: true, transports, reconnectionDelay: 100, reconnectionDelayMax: 500 },
    withCredentials: true, // the cookie by which Caddy knows the node
    agent: agent as unknown as string, // the types know agents of browsers only
    extraHeaders: { authorization: `Bearer ${token}`, cookie: `token=${token}` },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}
