import { describe, expect, it } from "vitest";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";

const { kampus, login } = limitedKampus();

describe("failed logins", () => {
  it("are limited to five for an account from an address: after that even the right password is refused", async () => {
    const { email, password } = await kampus.signUp();
    const failed = await times(6, () => login(email, "wrong", "192.0.2.1"));
    expect(statuses(failed)).toEqual([422, 422, 422, 422, 422, 429]);
    const refused = failed[5];
    expect(refused?.json()).toEqual({
      message: "Too many attempts. Try again later",
      code: "too_many_requests",
    });
    const retryAfterS = Number(refused?.headers["retry-after"]);
    expect(retryAfterS).toBeGreaterThan(1_700);
    expect(retryAfterS).toBeLessThanOrEqual(1_800);
    expect((await login(email, password, "192.0.2.1")).statusCode).toBe(429);
    expect((await login(email.toUpperCase(), password, "192.0.2.1")).statusCode).toBe(429);
  });

  it("delay neither another account at the address nor the account at another", async () => {
    const [one, other] = [await kampus.signUp(), await kampus.signUp()];
    await times(6, () => login(one.email, "wrong", "192.0.2.2"));
    expect((await login(other.email, other.password, "192.0.2.2")).statusCode).toBe(200);
    expect((await login(one.email, one.password, "192.0.2.3")).statusCode).toBe(200);
  });

  it("no longer count after a successful login", async () => {
    const { email, password } = await kampus.signUp();
    for (const round of [1, 2, 3]) {
      const failed = await times(4, () => login(email, "wrong", "192.0.2.4"));
      expect(statuses(failed), `round ${round}`).toEqual([422, 422, 422, 422]);
      expect((await login(email, password, "192.0.2.4")).statusCode).toBe(200);
    }
  });

  it("cannot exceed the limit by coming all at once, nor can the right password after them", async () => {
    const { email, password } = await kampus.signUp();
    const keys = await Promise.all(Array.from({ length: 15 }, () => kampus.captchaKey()));
    const answers = await Promise.all(
      keys.map((key) => login(email, "wrong", "192.0.2.5", {}, key)),
    );
    expect(statuses(answers).sort()).toEqual([
      ...Array<number>(5).fill(422),
      ...Array<number>(10).fill(429),
    ]);
    expect((await login(email, password, "192.0.2.5")).statusCode).toBe(429);
  });

  it("are limited for unknown logins in the same way", async () => {
    const failed = await times(6, () => login("nobody@kampus.example", "wrong", "192.0.2.6"));
    expect(statuses(failed)).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it("cannot exceed the limit by forged X-Forwarded-For", async () => {
    const { email } = await kampus.signUp();
    const failed = await times(6, (index) =>
      login(email, "wrong", "192.0.2.7", {
        "x-forwarded-for": `198.51.100.${index}`,
        "x-real-ip": `198.51.100.${index}`,
        forwarded: `for=198.51.100.${index}`,
      }),
    );
    expect(statuses(failed).at(-1)).toBe(429);
  });

  it("cannot exceed the limit from the many addresses of one IPv6 network", async () => {
    const { email } = await kampus.signUp();
    const failed = await times(6, (index) => login(email, "wrong", `2001:db8::${index + 1}:1`));
    expect(statuses(failed).at(-1)).toBe(429);
    expect((await login(email, "wrong", "2001:db8:0:1::1")).statusCode).toBe(422);
    expect((await login(email, "wrong", "::ffff:192.0.2.8")).statusCode).toBe(422);
  });
});

describe("behind TRUSTED_PROXIES", () => {
  const proxied = limitedKampus({ TRUSTED_PROXIES: "10.0.0.0/8" });

  it("the address is the one reported by the proxy, not by the client", async () => {
    const { email } = await proxied.kampus.signUp();
    const from = (client: string) => ({ "x-forwarded-for": `203.0.113.9, ${client}` });
    const failed = await times(6, () =>
      proxied.login(email, "wrong", "10.1.2.3", from("192.0.2.1")),
    );
    expect(statuses(failed).at(-1)).toBe(429);
    expect((await proxied.login(email, "wrong", "10.1.2.3", from("192.0.2.2"))).statusCode).toBe(
      422,
    );
    expect((await proxied.login(email, "wrong", "192.0.2.66", from("192.0.2.1"))).statusCode).toBe(
      422,
    );
  });
});
