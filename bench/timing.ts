/**
 * `npm run bench -- timing`: whether the time of an answer tells who has an account (SEC-A2); 200 tries each of
 * known and unknown logins and recovery addresses.
 */
import { reportOn } from "#bench/measure/report.ts";
import { atMost, median, rounded } from "#bench/measure/targets.ts";
import { Kampus } from "#e2e/kampus.ts";
import { freshCaptcha, karimov } from "#e2e/members.ts";

const tries = 200;
const warmUpTries = 20;
const gapMsMax = 10;

await using kampus = await Kampus.start({ RATE_LIMIT_SCALE: "1000" });
await signUp();
await report("login", 422, (name) => ({ login: emailOf(name), password: "wrong" }));
await report("password/email", 200, (name) => ({ email: emailOf(name) }));

/** Known and unknown take turns, in changing order, so that a machine that slows down slows both. */
async function report(
  path: string,
  status: number,
  fieldsOf: (name: string) => Record<string, string>,
): Promise<void> {
  const names = ["known", "unknown"];
  for (let index = 0; index < warmUpTries; index += 1)
    for (const name of names) await timeOf(path, status, fieldsOf(name));
  const timesMs = new Map(names.map((name): [string, number[]] => [name, []]));
  for (let index = 0; index < tries; index += 1) {
    for (const name of names) timesMs.get(name)?.push(await timeOf(path, status, fieldsOf(name)));
    names.reverse();
  }
  const [known = 0, unknown = 0] = [...timesMs.values()].map(median);
  const { line } = reportOn(path);
  line("known", `${rounded(known)} ms`);
  line("unknown", `${rounded(unknown)} ms`);
  line("gap", atMost(Math.abs(known - unknown), gapMsMax, " ms"));
}

/** In milliseconds; the captcha is fetched before the clock starts. */
async function timeOf(path: string, status: number, fields: object): Promise<number> {
  const body = { ...fields, ...(await freshCaptcha(kampus)) };
  const startedAt = performance.now();
  const answer = await kampus.request("api", `/api/ru/${path}`, { method: "POST", body });
  const tookMs = performance.now() - startedAt;
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
  return tookMs;
}

function emailOf(name: string): string {
  return `timing.${name}@kampus.example`;
}

async function signUp(): Promise<void> {
  const password = "correct horse";
  const body = {
    ...karimov,
    email: emailOf("known"),
    password,
    password_confirmation: password,
    ...(await freshCaptcha(kampus)),
  };
  const answer = await kampus.request("api", "/api/ru/registration", { method: "POST", body });
  if (answer.status !== 201) throw new Error(`sign-up answered ${answer.status}: ${answer.body}`);
}
