import { describe, expect, it } from "vitest";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";

const { kampus, register, post } = limitedKampus();
const email = (name: string) => ({ email: `${name}@kampus.example` });

describe("sign-ups", () => {
  it("are refused from the 61st account of a network address in half an hour, while another address continues", async () => {
    const answers = await times(61, (index) => register(email(`pupil.${index}`), "192.0.2.1"));
    expect(statuses(answers)).toEqual([...Array<number>(60).fill(201), 429]);
    expect(Number(answers[60]?.headers["retry-after"])).toBeGreaterThan(1_000);
    expect((await register(email("pupil.last"), "192.0.2.1")).statusCode).toBe(429);
    expect((await register(email("pupil.last"), "192.0.2.2")).statusCode).toBe(201);
  }, 60_000);

  it("do not count towards the 60 of a classroom when they fail, nor towards the links of an address that is taken", async () => {
    const { email: taken, token } = await kampus.signUp();
    const mailed = email("pupil.mailed");
    const from = "192.0.2.3";
    // One more account and one more link are accepted, and no link to the last address.
    await kampus.limits.consume("registration", from, 59);
    await kampus.limits.consume("confirmationMail", taken, 18);
    await kampus.limits.consume("confirmationMail", mailed.email, 20);
    for (const [status, fields] of [
      [422, { ...email("pupil.wrong"), captcha: "wrong", key: "none" }],
      [422, { ...email("pupil.wrong"), name: "А", key: "none" }],
      [422, email("support1")],
      [422, { email: taken }],
      [429, mailed],
    ] as const)
      expect(statuses(await times(2, () => register(fields, from)))).toEqual([status, status]);
    expect((await register(email("pupil.right"), from)).statusCode).toBe(201);
    expect((await register(email("pupil.after"), from)).statusCode).toBe(429);
    expect((await kampus.get("/api/en/email/resend", { token })).statusCode).toBe(200);
  });

  it("cannot exceed the limit by coming all at once", async () => {
    const enter = async (index: number) => {
      for (;;) {
        const answer = await register(email(`crowd.${index}`), "192.0.2.4");
        // More passwords than a processor hashes in two seconds: come again.
        if (answer.statusCode !== 503) return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => enter(index)));
    expect(statuses(answers).sort()).toEqual([
      ...Array<number>(60).fill(201),
      ...Array<number>(4).fill(429),
    ]);
  }, 60_000);
});

describe("checking whether an address is free", () => {
  const ask = (name: string, remoteAddress: string) =>
    post("/registration/email", email(name), { remoteAddress });

  it("gets the answer of a sign-up, and makes no account", async () => {
    const { email: taken } = await kampus.signUp();
    const from = "192.0.2.11";
    const answers = await Promise.all([
      ask("nobody.yet", from),
      post("/registration/email", { email: taken.toUpperCase() }, { remoteAddress: from }),
      ask("support1", from),
      ask("short", from),
      post("/registration/email", {}, { remoteAddress: from }),
    ]);
    expect(statuses(answers)).toEqual([200, 422, 422, 422, 422]);
    expect(answers[1].json()).toEqual((await register({ email: taken }, from)).json());
    expect(answers[2].json()).toEqual((await register(email("support1"), from)).json());
    expect(answers[3].json()).toEqual((await register(email("short"), from)).json());
    expect((await register(email("nobody.yet"), from)).statusCode).toBe(201);
  });

  it("is refused beyond 200 times in half an hour, while sign-ups of the same classroom continue", async () => {
    const from = "192.0.2.12";
    const answers = await times(201, () => ask("nobody.ever", from));
    expect(statuses(answers)).toEqual([...Array<number>(200).fill(200), 429]);
    expect(Number(answers[200]?.headers["retry-after"])).toBeGreaterThan(1_000);
    expect((await register(email("pupil.asked"), from)).statusCode).toBe(201);
  });

  it("counts as a try at signing up, and is refused where no account can be created", async () => {
    const { email: taken } = await kampus.signUp();
    const from = "192.0.2.13";
    await times(60, (index) => register(email(`full.${index}`), from));
    const answers = [
      await post("/registration/email", { email: taken }, { remoteAddress: from }),
      await ask("nobody.yet.too", from),
    ];
    expect(statuses(answers)).toEqual([429, 429]);
  }, 60_000);
});

describe("with RATE_LIMIT_SCALE=0.02", () => {
  const scaled = limitedKampus({ RATE_LIMIT_SCALE: "0.02" });
  const fail = (address: string, headers = {}) =>
    scaled.register(email("support1"), address, headers);

  it("12 sign-ups may fail at an address, whatever headers it forges", async () => {
    const answers = await times(13, (index) =>
      fail("192.0.2.1", { "x-forwarded-for": `198.51.100.${index}` }),
    );
    expect(statuses(answers)).toEqual([...Array<number>(12).fill(422), 429]);
    expect((await fail("192.0.2.2")).statusCode).toBe(422);
  });

  it("requests without a solved captcha do not use up the sign-ups of others at the address", async () => {
    const wrong = { ...email("pupil.wrong"), captcha: "wrong", key: "none" };
    const answers = await times(30, () => scaled.register(wrong, "192.0.2.3"));
    expect(new Set(statuses(answers))).toEqual(new Set([422]));
    expect((await scaled.register(email("pupil.right"), "192.0.2.3")).statusCode).toBe(201);
  });

  it("one account can be made in an IPv6 network as a whole", async () => {
    expect((await scaled.register(email("first.one"), "2001:db8::1")).statusCode).toBe(201);
    expect((await scaled.register(email("second.one"), "2001:db8::2:2")).statusCode).toBe(429);
    expect((await scaled.register(email("second.one"), "2001:db8:0:1::1")).statusCode).toBe(201);
  });

  it("whoever changes their network within a /48 asks 40 times whether an address is free, and can still sign up", async () => {
    const ask = (remoteAddress: string) =>
      scaled.post("/registration/email", email("nobody.yet"), { remoteAddress });
    const answers = await times(41, (index) => ask(`2001:db8:2:${index.toString(16)}::1`));
    expect(statuses(answers)).toEqual([...Array<number>(40).fill(200), 429]);
    expect((await ask("2001:db8:3::1")).statusCode).toBe(200);
    expect((await scaled.register(email("third.one"), "2001:db8:2:28::1")).statusCode).toBe(201);
  });
});
