import { afterEach, describe, expect, it, vi } from "vitest";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

afterEach(() => {
  vi.useRealTimers();
  closeSockets();
});

const { kampus } = limitedKampus();

describe("mails with a confirmation link", () => {
  it("are sent again twice an hour, whatever the address of the asker", async () => {
    const { token, email } = await kampus.signUp();
    const answers = await times(4, (index) =>
      kampus.get("/api/en/email/resend", { token, remoteAddress: `192.0.2.${index}` }),
    );
    expect(statuses(answers)).toEqual([200, 200, 429, 429]);
    expect(Number(answers[2]?.headers["retry-after"])).toBeGreaterThan(3_500);
    expect(await kampus.mails(email, 3)).toHaveLength(3);
  });

  it("are sent twice when asked for ten times at once", async () => {
    const { token } = await kampus.signUp();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => kampus.get("/api/en/email/resend", { token })),
    );
    expect(statuses(answers).sort()).toEqual([200, 200, ...Array<number>(8).fill(429)]);
  });
});

describe("mails with a confirmation link, by the process's own clock", () => {
  const local = limitedKampus({ REDIS_URL: "" });

  it("are sent again five times a day", async () => {
    const { token } = await local.kampus.signUp();
    vi.useFakeTimers({ toFake: ["Date"] });
    const answers = await times(8, async (index) => {
      if (index % 2 === 0) vi.setSystemTime(Date.now() + 61 * 60_000);
      return local.kampus.get("/api/en/email/resend", { token });
    });
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(Number(answers[7]?.headers["retry-after"])).toBeGreaterThan(20 * 3_600);
  });
});

describe("with RATE_LIMIT_SCALE=0.05", () => {
  const scaled = limitedKampus({ RATE_LIMIT_SCALE: "0.05" });

  it("3 wrong confirmation links are taken from a network, however many right ones there were", async () => {
    const { member, post } = scaled.kampus;
    for (let hall = 0; hall < 3; hall += 1) await member();
    const wrong = () => post("/api/ru/email/verify", { token: "A".repeat(43) });
    expect(statuses(await times(4, wrong))).toEqual([422, 422, 422, 429]);
  });
});

describe("with RATE_LIMIT_SCALE=0.02", () => {
  const scaled = limitedKampus({ RATE_LIMIT_SCALE: "0.02" });

  it("6 logins may fail at an address over all accounts, successes left out", async () => {
    const { email, password } = await scaled.kampus.signUp();
    const succeed = () => scaled.login(email, password, "192.0.2.1");
    const fail = (index: number) =>
      scaled.login(`unknown${index}@kampus.example`, "wrong", "192.0.2.1");
    expect(statuses([await succeed(), await succeed()])).toEqual([200, 200]);
    expect(statuses(await times(7, fail))).toEqual([422, 422, 422, 422, 422, 422, 429]);
    expect((await succeed()).statusCode).toBe(429);
  });

  it.each([
    ["messages", 6, 404, "POST", "/messenger/private/sendMessage"],
    ["friend requests", 4, 404, "POST", "/api/ru/profile/friends/friendship/999/add"],
    ["answers to requests", 12, 404, "POST", "/api/ru/profile/friends/friendship/999/accept"],
    ["ends of friendships", 12, 404, "POST", "/api/ru/profile/friends/friendship/999/delete"],
    ["new chats", 4, 404, "POST", "/messenger/private/create/chat/999"],
    ["changes of educations", 6, 404, "DELETE", "/api/ru/profile/setting/educations/999"],
    ["searches for people", 6, 200, "GET", "/api/ru/users?q=x"],
  ])("a member may ask for %s %i times, another as often", async (...row) => {
    const [, count, answered, method, url] = row;
    const body = { chat_id: 999, client_id: "5b0c1f4e-6d0e-4e3a-9f3c-0f6b5e1f2a11", text: "x" };
    const ask = async ({ token }: SignedInMember) =>
      (await scaled.kampus.call(method, url, { token, body })).statusCode;
    const [one, other] = await signedInMembers(scaled.kampus, 2);
    const allowed = Array<number>(count).fill(answered);
    expect(await times(count + 1, () => ask(one))).toEqual([...allowed, 429]);
    expect(await times(count + 1, () => ask(other))).toEqual([...allowed, 429]);
  });

  it("a socket may send 2 frames a minute", async () => {
    const { token } = await oneMember(scaled.kampus);
    const { socket } = await connectSocket(scaled.kampus, {
      token,
      transports: ["websocket"],
    });
    const closed = new Promise((resolve) => socket.once("disconnect", resolve));
    for (const frame of [1, 2, 3]) socket.emit("x", frame);
    expect(await closed).toBe("io server disconnect");
  });
});
