import { afterEach, describe, expect, it, vi } from "vitest";
import { ceilings, type LimitName } from "#server/plugins/ceilings.ts";
import { accessTable } from "#server/testing/access/access-table.ts";
import { multipartOf } from "#server/testing/data/test-images.ts";
import {
  insertedPassword,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

afterEach(() => {
  vi.useRealTimers();
  closeSockets();
});

const { kampus } = limitedKampus();
/** Counts by the process's own clock, and never goes on without an answer of Redis that comes late. */
const local = limitedKampus({ REDIS_URL: "" });

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

const useUp = async (key: string | number, ...names: LimitName[]) => {
  for (const name of names) await local.kampus.limits.consume(name, key, ceilings[name].points);
};

/** The calls that no limit refuses before they look at what they are about, and why they need none there. */
const unlimited: Record<string, string> = {
  "PUT /api/{locale}/email": "corrections count once the password was right",
  "POST /api/{locale}/profile/friends/friendship/{id}/status": "reads",
  "DELETE /api/{locale}/profile/blocks/{id}": "ends what is there",
  "DELETE /api/{locale}/invitations/{nobody}": "ends what is there",
  "POST /api/{locale}/profile/setting/images/list": "reads",
  "POST /api/{locale}/profile/setting/images/set/main":
    "says which of their images is the main one",
  "POST /api/{locale}/profile/setting/images/delete": "ends what is there",
  "POST /api/{locale}/profile/media/delete": "ends what is there",
  "POST /messenger/group/image/{nobody}": "uploads count once the group was found",
  "POST /messenger/{x}/readMessages/{chat}": "goes forward alone, by messages that have a limit",
  "DELETE /api/{locale}/profile/setting/push": "ends what is there",
  "POST /api/{locale}/profile/setting/phone/confirm": "each code has five tries",
  "POST /api/logout": "ends what is there",
};

describe("a member who has used up their limits", () => {
  const everyLimit = Object.keys(ceilings) as LimitName[]; // Object.keys answers any strings
  const typed = { password: insertedPassword, current_password: insertedPassword };
  /** What routes ask for besides what the table of access has. */
  const fields = {
    ...{ ...typed, password_confirmation: insertedPassword, phone: "+998931234567" },
    endpoint: "https://push.example/x",
    keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) },
  };
  /** With ids that name nothing. */
  const filled = (text: string) =>
    text
      .replace("{locale}", "en")
      .replace("{x}", "private")
      .replace("{key}", "2014")
      .replaceAll(/"?\{\w+\}"?/g, "2147483647");

  it("is refused every call that changes something", async () => {
    const { id, token } = await oneMember(local.kampus);
    await useUp(id, ...everyLimit);
    const accepted: string[] = [];
    for (const [route, { statuses: usual, body = {} }] of Object.entries(accessTable)) {
      const [method = "", path = ""] = route.split(" ");
      if (method === "GET" || usual[0] !== 401) continue;
      const given = JSON.parse(filled(JSON.stringify(body))) as object; // the table has objects
      const sent = usual.includes(415) ? multipartOf(["file", "x"]) : { ...fields, ...given };
      const answer = await local.kampus.call(method, filled(path), { token, body: sent });
      if (answer.statusCode !== 429) accepted.push(route);
    }
    expect(accepted).toEqual(Object.keys(unlimited));
  });

  it("neither searches nor fetches calendar files", async () => {
    const { id, token } = await oneMember(local.kampus);
    const { url } = await dataFrom<{ url: string }>(
      local.kampus.get("/api/en/calendar", { token }),
    );
    await useUp(id, "peopleSearch", "messageSearch", "calendarRead");
    const answers = await Promise.all(
      [
        "/api/en/users?q=x",
        "/api/en/objects/1/classes/2014/members?q=x",
        "/messenger/search?q=x",
        "/api/en/events/1.ics",
        new URL(url).pathname,
      ].map((path) => local.kampus.get(path, { token })),
    );
    expect(statuses(answers)).toEqual([429, 429, 429, 429, 429]);
  });

  it.each([
    ["another password", "passwordChange", "PUT", "password"],
    ["the end of their account", "accountDeletion", "POST", "deletion"],
  ] as const)("is refused %s, though the current password is right", async (...row) => {
    const [, limit, method, call] = row;
    const { id, token } = await oneMember(local.kampus);
    await useUp(id, limit);
    const path = `/api/en/profile/setting/${call}`;
    const answer = await local.kampus.call(method, path, { token, body: fields });
    expect(answer.statusCode).toBe(429);
  });
});

it("a network that has used up its wrong calendar addresses is refused the next, and still gets the file at a right one", async () => {
  const { token } = await oneMember(local.kampus);
  const { url } = await dataFrom<{ url: string }>(local.kampus.get("/api/en/calendar", { token }));
  const fetchFrom = (remoteAddress: string, path = `/api/en/calendar/${"A".repeat(43)}.ics`) =>
    local.kampus.get(path, { remoteAddress });
  await useUp("192.0.2.9", "calendarFailure");
  const answers = [
    await fetchFrom("192.0.2.9"),
    await fetchFrom("192.0.2.10"),
    await fetchFrom("192.0.2.9", new URL(url).pathname),
  ];
  expect(statuses(answers)).toEqual([429, 404, 200]);
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
