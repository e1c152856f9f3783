import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createCaptchaService } from "#server/captcha/captcha.ts";
import { createCaptchaStore, sweepCaptchas } from "#server/captcha/captcha-store.ts";
import { Failure } from "#server/http/failure.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { captchaAnswer, type TestMember } from "#server/testing/test-members.ts";
import messages from "#messages/ru.json" with { type: "json" };

const kampus = kampusForFile();

const submit = ({ email: login, password }: TestMember, key: string, captcha = captchaAnswer) =>
  kampus.post("/api/ru/login", { login, password, captcha, key });
const logIn = async (member: TestMember, key: string) => (await submit(member, key)).statusCode;
const expire = (minutesAgo = 0) =>
  kampus.db
    .updateTable("captchas")
    .set({ expires_at: sql<Date>`now() - make_interval(mins => ${minutesAgo})` })
    .execute();

it("a captcha is a PNG of 200×40 pixels with a key", async () => {
  const { img } = (await kampus.get("/api/captcha/flat")).json<{ img: string }>();
  const png = Buffer.from(img.replace("data:image/png;base64,", ""), "base64");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([200, 40]);
});

it("a captcha lets one form pass of 50 that are sent with its key at once", async () => {
  const member = await kampus.signUp();
  const key = await kampus.captchaKey();
  const statuses = await Promise.all(Array.from({ length: 50 }, () => logIn(member, key)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

it("a captcha can be answered for five minutes and no longer", async () => {
  const member = await kampus.signUp();
  const [young, old] = [await kampus.captchaKey(), await kampus.captchaKey()];
  const { rows } = await sql<{ minutes: number }>`
    SELECT extract(epoch FROM expires_at - now())::float / 60 AS minutes FROM captchas WHERE key = ${young}`.execute(
    kampus.db,
  );
  expect(rows[0]?.minutes).toBeCloseTo(5, 0);
  expect(await logIn(member, young)).toBe(200);
  await expire();
  expect(await logIn(member, old)).toBe(422);
});

it("a captcha that is answered too late is said to have expired, whether the answer is right or wrong", async () => {
  const member = await kampus.signUp();
  const keys = [await kampus.captchaKey(), await kampus.captchaKey()] as const;
  await expire();
  await sweepCaptchas(kampus.db);
  const faultOf = async (key: string, captcha: string) => {
    const refused = await submit(member, key, captcha);
    return [refused.statusCode, refused.json<{ errors: object }>().errors];
  };
  const late = [422, { captcha: [messages.Errors.captchaExpired] }];
  expect(await faultOf(keys[0], captchaAnswer)).toEqual(late);
  expect(await faultOf(keys[1], "wrong")).toEqual(late);
  // The key is spent by that.
  const spent = [422, { captcha: [messages.Site.wrongCaptcha] }];
  expect(await faultOf(keys[0], captchaAnswer)).toEqual(spent);
});

it("a captcha is deleted half an hour after it has expired", async () => {
  const key = await kampus.captchaKey();
  await sweepCaptchas(kampus.db);
  await expire(30);
  const kept = await kampus.captchaKey();
  expect(await sweepCaptchas(kampus.db)).toBeGreaterThan(0);
  const rows = await kampus.db.selectFrom("captchas").select("key").execute();
  expect(rows.map((row) => row.key)).toContain(kept);
  expect(rows.map((row) => row.key)).not.toContain(key);
});

it.each(["", "key", "captcha:*", "' OR ''='", "00000000-0000-4000-8000-000000000000"])(
  "a made-up key passes nothing: %j",
  async (key) => {
    expect(await logIn(await kampus.signUp(), key)).toBe(422);
  },
);

describe("a captcha", () => {
  const passes = async (answer: string, testAnswer?: string) => {
    const store = createCaptchaStore(kampus.db);
    const key = crypto.randomUUID();
    await store.put(key, "a7k3p");
    const check = () => createCaptchaService(store, testAnswer).check(key, answer);
    const passed = await check().then(
      () => true,
      (error: unknown) => !(error instanceof Failure),
    );
    // Either way, the key is spent.
    await expect(check()).rejects.toThrow(Failure);
    return passed;
  };

  it.each([
    ["a7k3p", true],
    ["  A7K3P ", true],
    ["a7k3", false],
    ["", false],
    ["undefined", false],
    ["kampus", false],
  ])("is passed by %j without a test answer: %s", async (answer, expected) => {
    expect(await passes(answer)).toBe(expected);
  });

  it("also accepts the test answer, where there is one", async () => {
    expect([await passes("kampus", "Kampus"), await passes("a7k3p", "Kampus")]).toEqual([
      true,
      true,
    ]);
    expect(await passes("other", "Kampus")).toBe(false);
  });
});
