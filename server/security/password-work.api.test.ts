/** Attacks with a password that its owner knows: each check of one occupies a processor, and each change mails somebody. */
import { describe, expect, it } from "vitest";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";

const { kampus } = limitedKampus({ RATE_LIMIT_SCALE: "0.2" });
const setting = "/api/en/profile/setting";

const endUnknownSession = (token: string, password: string) =>
  kampus.call("DELETE", `${setting}/sessions/4242`, { token, body: { password } });

describe("a member who gives the right password again and again", () => {
  it("is told to wait after sixty an hour, whatever others guess who have the session alone", async () => {
    const { email, password, token } = await kampus.signUp();
    const own = (await kampus.signIn(email, password)).json<{ token: string }>().token;
    const guesses = await times(13, () => endUnknownSession(token, "wrong"));
    expect(statuses(guesses)).toEqual([422, ...Array<number>(12).fill(429)]);
    const given = await times(13, () => endUnknownSession(own, password));
    expect(statuses(given)).toEqual([...Array<number>(12).fill(404), 429]);
    expect(Number(given[12]?.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("changes it ten times a day, and no address is mailed more often", async () => {
    const { email, password, token } = await kampus.signUp();
    const body = { current_password: password, password, password_confirmation: password };
    const changes = await times(3, () => kampus.put(`${setting}/password`, body, { token }));
    expect(statuses(changes)).toEqual([200, 200, 429]);
    const mails = await kampus.mails(email, 3);
    expect(mails).toHaveLength(3); // with the link of the sign-up
  });
});
