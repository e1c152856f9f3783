import { describe, expect, it } from "vitest";
import type { User } from "#lib/auth/schema.ts";
import { dataFrom, faultyFields, statusAndBody } from "#server/testing/answers.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import type { TestMember } from "#server/testing/test-members.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const kampus = kampusForFile();

let addresses = 0;
const newAddress = () => `corrected${(addresses += 1)}@kampus.example`;
const correct = (
  member: Pick<TestMember, "token" | "password">,
  email: string,
  password = member.password,
) => kampus.put("/api/en/email", { email, password }, { token: member.token });
const verify = (token: string) => kampus.post("/api/en/email/verify", { token });
const userOf = ({ token }: { token: string }) =>
  dataFrom<User>(kampus.get("/api/en/user", { token }));

describe("an address that is not confirmed", () => {
  it("is corrected by its member: a link goes to the new one, and the former link stops working", async () => {
    const member = await kampus.signUp();
    const formerLink = await kampus.confirmationToken(member.email);
    const email = newAddress();
    expect(statusAndBody(await correct(member, email.toUpperCase()))).toEqual([
      200,
      {
        message: "The address is corrected. The link is on its way to the new one",
        data: { ...member.user, email },
      },
    ]);
    expect((await verify(formerLink)).statusCode).toBe(422);
    expect((await userOf(member)).verified).toBe(false);
    expect((await verify(await kampus.confirmationToken(email))).statusCode).toBe(200);
    expect(await userOf(member)).toMatchObject({ email, verified: true });
    expect((await kampus.signIn(email, member.password)).statusCode).toBe(200);
    expect((await kampus.signIn(member.email, member.password)).statusCode).toBe(422);
  });

  it("cannot be changed with the session alone, without the password", async () => {
    const member = await kampus.signUp();
    const answer = await correct(member, newAddress(), "guessed");
    expect([answer.statusCode, faultyFields(answer)]).toEqual([422, ["password"]]);
    expect((await correct({ token: "", password: member.password }, newAddress())).statusCode).toBe(
      401,
    );
    expect((await userOf(member)).email).toBe(member.email);
  });

  it("cannot be corrected to one that sign-up refuses (taken, reserved, malformed, of another domain), nor to itself", async () => {
    const [member, other] = [await kampus.signUp(), await kampus.signUp()];
    const wrong = [
      other.email,
      "support1@kampus.example",
      "short@kampus.example",
      "somebody@talim.example",
      member.email,
    ];
    const answers = await Promise.all(wrong.map((email) => correct(member, email)));
    expect(answers.map((answer) => answer.json<{ errors: unknown }>().errors)).toEqual([
      { email: ["This address is already taken"] },
      { email: ["This address is reserved. Choose another"] },
      { email: ["At least 6 characters"] },
      { email: ["This is not a valid email address"] },
      { email: ["This is the current address"] },
    ]);
    expect((await userOf(member)).email).toBe(member.email);
  });

  it("keeps its account domain: on the second one it is not moved to the first", async () => {
    const member = await kampus.signUp();
    const [mistyped, email] = ["mistyped@talim.example", "corrected@talim.example"];
    await kampus.updateMember(member.user, { email: mistyped });
    const moved = await correct(member, newAddress());
    expect([moved.statusCode, moved.json<{ errors: unknown }>().errors]).toEqual([
      422,
      { email: ["This is not a valid email address"] },
    ]);
    expect((await userOf(member)).email).toBe(mistyped);
    expect((await correct(member, email)).statusCode).toBe(200);
    expect((await verify(await kampus.confirmationToken(email))).statusCode).toBe(200);
    expect(await userOf(member)).toMatchObject({ email, verified: true });
  });

  it("goes to one member when several request it at once", async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => kampus.signUp()));
    const email = newAddress();
    const answers = await Promise.all(members.map((member) => correct(member, email)));
    expect(statuses(answers).sort()).toEqual([200, ...Array<number>(7).fill(422)]);
  });

  it("is either confirmed or corrected when both happen at once, and never confirmed by the other address's link", async () => {
    for (const member of await Promise.all(Array.from({ length: 8 }, () => kampus.signUp()))) {
      const link = await kampus.confirmationToken(member.email);
      const email = newAddress();
      const answers = await Promise.all([verify(link), correct(member, email), verify(link)]);
      expect(Math.max(...statuses(answers))).toBeLessThan(500);
      const after = await userOf(member);
      expect(after.verified).toBe(after.email === member.email);
    }
  });

  // The embedded database does one thing after another: there nothing happens at once.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "is confirmed by nobody who reads the former one, also where the link is sent again beside the correction",
    async () => {
      const member = await kampus.signUp();
      const email = newAddress();
      const release = await holdOpen(kampus, (trx) =>
        trx
          .selectFrom("email_verifications")
          .select("user_id")
          .where("user_id", "=", member.user.id)
          .forUpdate()
          .execute(),
      );
      const correcting = correct(member, email);
      await expect.poll(kampus.waitingForLocks).toBe(1);
      const resending = kampus.get("/api/en/email/resend", { token: member.token });
      await expect.poll(kampus.waitingForLocks).toBe(2);
      await release();
      expect(statuses(await Promise.all([correcting, resending]))).toEqual([200, 200]);
      expect(await kampus.mails(email, 2)).toHaveLength(2);
      expect(await kampus.mails(member.email)).toHaveLength(1); // the link of the sign-up
      expect((await verify(await kampus.confirmationToken(member.email))).statusCode).toBe(422);
    },
  );

  it("invalidates the recovery codes that went to the former one", async () => {
    const recovery = testRecovery(kampus);
    const { code, ...member } = await recovery.memberWithCode();
    await correct(member, newAddress());
    expect((await recovery.reset(code)).statusCode).toBe(422);
  });

  it("cannot be corrected once it is confirmed", async () => {
    const member = await kampus.member();
    const answer = await correct(member, newAddress());
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, "conflict"]);
    expect((await userOf(member)).email).toBe(member.email);
  });
});

describe("a confirmation link that no longer works", () => {
  it("says that it was opened before, whoever opened it", async () => {
    const { email } = await kampus.signUp();
    const token = await kampus.confirmationToken(email);
    await verify(token);
    const again = await verify(token);
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([422, "link_used"]);
  });

  it("says that a newer one has replaced it, or that there is no such link", async () => {
    const { email, token } = await kampus.signUp();
    const former = await kampus.confirmationToken(email);
    await kampus.get("/api/en/email/resend", { token });
    for (const link of [former, "no-such-link"])
      expect((await verify(link)).json<{ code: string }>().code).toBe("invalid");
  });
});

describe("the limits on what is mailed to an unconfirmed address", () => {
  const limited = limitedKampus();

  it("are announced in advance: the answer to the second link of an hour says how long the next must wait", async () => {
    const { token } = await limited.kampus.signUp();
    const resend = () => limited.kampus.get("/api/en/email/resend", { token });
    expect((await resend()).json()).toEqual({ message: "The link has been sent again" });
    const second = (await resend()).json<{ data: { wait_s: number } }>();
    expect(second.data.wait_s).toBeGreaterThan(3_500);
    const third = await resend();
    expect(third.statusCode).toBe(429);
    expect(Number(third.headers["retry-after"])).toBeGreaterThan(3_500);
  });

  it("allow five corrections a day", async () => {
    const { token, password } = await limited.kampus.signUp();
    const answers = await times(6, (index) =>
      limited.kampus.put(
        "/api/en/email",
        { email: `moving${index}@kampus.example`, password },
        { token },
      ),
    );
    expect(statuses(answers)).toEqual([...Array<number>(5).fill(200), 429]);
  });
});
