/** More logins than passwords can be compared, with the limits of production. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSite, type TwoNodes } from "#e2e/faults/site.ts";
import { share, tellFigures } from "#e2e/faults/crowd.ts";
import { captchaAnswer } from "#e2e/kampus.ts";

const logins = 240;
const besideMs = 100;

let site: TwoNodes;
beforeAll(async () => {
  // The limits are those of production; each client has another address, so that no limit of one address applies.
  site = await startSite({ variables: { RATE_LIMIT_SCALE: "1" } });
});
afterAll(async () => {
  await (site as TwoNodes | undefined)?.close();
});

const from = (client: number) => ({ "x-forwarded-for": `192.0.2.${client % 250}` });

async function newKey(client: number) {
  const answer = await site.request("", "/api/captcha/flat", { headers: from(client) });
  return { status: answer.status, key: (JSON.parse(answer.body) as { key?: string }).key ?? "" };
}

it("accepted logins are answered soon, the others are refused with Retry-After, and captchas are served throughout", async () => {
  const keys = await Promise.all(Array.from({ length: logins }, (_, client) => newKey(client)));
  const acceptedMs: number[] = [];
  const refusedMs: number[] = [];
  const statuses = new Map<number, number>();
  const logIn = async ({ key }: { key: string }, client: number) => {
    const startedAt = performance.now();
    const body = {
      login: `nobody${client}@kampus.example`,
      password: "wrong",
      captcha: captchaAnswer,
      key,
    };
    const headers = from(client);
    const answer = await site.request("", "/api/ru/login", { method: "POST", headers, body });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const ms = performance.now() - startedAt;
    if (answer.status !== 503) acceptedMs.push(ms);
    else {
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      refusedMs.push(ms);
    }
  };
  let isOver = false;
  const captchaMs: number[] = [];
  const askMeanwhile = async () => {
    for (let client = 0; !isOver; client += 1) {
      const startedAt = performance.now();
      expect((await newKey(client)).status).toBe(200);
      captchaMs.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, besideMs));
    }
  };
  await Promise.all([Promise.all(keys.map(logIn)).finally(() => (isOver = true)), askMeanwhile()]);
  tellFigures("logins at once", {
    ...Object.fromEntries(statuses),
    "accepted p99, ms": share(acceptedMs, 0.99),
    "refused max, ms": Math.max(...refusedMs),
    "captcha max, ms": Math.max(...captchaMs),
  });
  expect([...statuses.keys()].sort()).toEqual([422, 503]);
  expect(share(acceptedMs, 0.99)).toBeLessThan(30_000);
  expect(Math.max(...captchaMs)).toBeLessThan(15_000);
});
