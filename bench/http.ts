/**
 * `npm run bench -- http`: what Kampus costs above the floor it stands on, on PostgreSQL (DATABASE_URL, else the one on
 * this machine), in one run: the member behind a token, the login page, a login.
 */
import { verify } from "@node-rs/argon2";
import { startByteFloor } from "#bench/floors/nginx.ts";
import { startFloor } from "#bench/floors/start-floor.ts";
import { answerTo, hostOf } from "#bench/measure/answer-to.ts";
import { reportOn } from "#bench/measure/report.ts";
import { compare } from "#bench/measure/rounds.ts";
import { atLeast, atMost, median, rounded } from "#bench/measure/targets.ts";
import { inDatabase } from "#bench/seeded-database.ts";
import { openTemporaryKampus } from "#bench/temporary-kampus.ts";
import { freshCaptcha, karimov, type Member, newMember } from "#e2e/members.ts";

const logins = 40;

await using opened = await openTemporaryKampus();
const { database, kampus } = opened;
const signedUp = await newMember(kampus, karimov);
await measureMember(signedUp);
await measurePage();
await measureLogin(signedUp);

async function measureMember(member: Member): Promise<void> {
  await using floor = await startFloor("select.ts", [database.url, String(member.id)]);
  const headers = { host: hostOf(kampus, "site"), authorization: `Bearer ${member.token}` };
  const rates = await compare({ url: addressOf("/api/ru/user"), headers }, floor);
  report("GET /api/ru/user", rates, "a bare Fastify route with one SELECT by primary key", 60);
}

async function measurePage(): Promise<void> {
  const headers = { host: hostOf(kampus, "site"), "accept-encoding": "gzip, br" };
  const { body, headers: sent } = await get("/ru/login", headers);
  await using floor = await startByteFloor(body, sent);
  const rates = await compare(
    { url: addressOf("/ru/login"), headers },
    { url: floor.url, headers },
  );
  report(
    `login page, ${body.length} bytes of ${sent["content-encoding"] ?? "plain"}`,
    rates,
    `${floor.name} with the same bytes`,
    50,
  );
}

/** One after the other: a login alone is what a person waits for. */
async function measureLogin({ email, password }: Member): Promise<void> {
  const { rows } = await inDatabase(database.url, (client) =>
    client.query<{ password_hash: string }>("select password_hash from users where email = $1", [
      email,
    ]),
  );
  const passwordHash = rows[0]?.password_hash ?? "";
  const times = { login: [] as number[], argon2: [] as number[] };
  for (let count = 0; count < logins; count += 1) {
    const body = { login: email, password, ...(await freshCaptcha(kampus)) };
    times.login.push(
      await timed(async () => {
        const { status } = await kampus.request("", "/api/ru/login", { method: "POST", body });
        if (status !== 200) throw new Error(`a login was answered ${status}`);
      }),
    );
    times.argon2.push(await timed(() => verify(passwordHash, password)));
  }
  const [login, argon2] = [median(times.login), median(times.argon2)];
  const { line } = reportOn(
    "a login",
    `a login, one after the other\n  ${rounded(login)} ms, argon2id alone ${rounded(argon2)} ms`,
  );
  line("above argon2id alone", atMost(login - argon2, 10, " ms"));
}

function report(
  name: string,
  { subject, floor }: { subject: number; floor: number },
  floorName: string,
  least: number,
) {
  const { line } = reportOn(
    name,
    `${name}, 50 connections\n  ${rounded(subject)} requests/s; ${floorName}: ${rounded(floor)} requests/s`,
  );
  line("requests/s, of the floor", atLeast((subject / floor) * 100, least, " %"));
}

function addressOf(path: string): string {
  return `http://127.0.0.1:${kampus.deployment.port}${path}`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The bytes as they are sent, and the headers that nginx does not add by itself. */
async function get(path: string, headers: Record<string, string>) {
  const answer = await answerTo({ port: kampus.deployment.port, path, headers });
  const own = new Set(["date", "connection", "keep-alive", "content-length", "etag"]);
  const sent = Object.fromEntries(
    Object.entries(answer.headers).flatMap(([name, value]) =>
      typeof value === "string" && !own.has(name) ? [[name, value]] : [],
    ),
  );
  return { body: answer.body, headers: sent };
}
