import { expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const ask = (token: string | undefined, path: string, surface = "profile") =>
  kampus.get("/api/ru/early", {
    query: { path },
    host: `${surface}.kampus.localhost`,
    ...(token && { token }),
  });
type Answers = Record<string, { status: number; body: unknown }>;

const forAll = [
  "/api/ru/settings",
  "/api/ru/user",
  "/messenger/new/messages",
  "/api/ru/profile/friends/counts",
];

it.each([
  ["profile", "/settings", []],
  [
    "site",
    "",
    ["/api/ru/home", "/api/ru/categories", "/api/ru/objects", "/api/ru/objects/popular"],
  ],
  ["profile", "/friends", ["/api/ru/profile/friends/active"]],
  ["chat", "", ["/messenger/chats/all"]],
  [
    "chat",
    "/group/7",
    ["/messenger/chats/all", "/messenger/chats/group/7", "/messenger/group/getMessages/7"],
  ],
  [
    "profile",
    "/objects/1",
    [
      "/api/ru/objects/1",
      "/api/ru/profile/setting/educations",
      "/api/ru/objects/1/classes",
      "/api/ru/objects/1/members",
    ],
  ],
  ...["2014", "since-2022"].map((key): [string, string, string[]] => [
    "profile",
    `/objects/1/classes/${key}`,
    [
      `/api/ru/objects/1/classes/${key}`,
      "/api/ru/objects/1/classes",
      `/api/ru/objects/1/classes/${key}/members`,
      `/api/ru/objects/1/classes/${key}/events`,
    ],
  ]),
])("the first calls of %s%s are answered in one, each as by itself", async (surface, path, own) => {
  const { token } = await oneMember(kampus, {});
  const answer = await ask(token, path, surface);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  const answers = answer.json<Answers>();
  expect(Object.keys(answers)).toEqual([...forAll, ...own]);
  for (const [each, { status, body }] of Object.entries(answers)) {
    const alone = await kampus.get(each, { token, headers: { "accept-language": "ru" } });
    expect([each, status, body]).toEqual([each, alone.statusCode, alone.json()]);
  }
});

it("a member's page gets what is refused too, in the words of its language", async () => {
  const { token } = await oneMember(kampus, {});
  const { "/api/ru/user/2147483647": person } = (
    await ask(token, "/users/2147483647")
  ).json<Answers>();
  expect(person).toMatchObject({ status: 404, body: { code: "not_found" } });
});

it("a visitor, and whoever has an ended session, gets no first answers", async () => {
  for (const token of [undefined, "ended"]) {
    expect(statusAndBody(await ask(token, ""))).toMatchObject([401, { code: "unauthenticated" }]);
  }
});

it("an unverified member gets what they may see", async () => {
  const { token } = await oneMember(kampus, { verified: false });
  const answers = (await ask(token, "")).json<Answers>();
  expect(answers["/api/ru/user"]?.status).toBe(200);
  expect(answers["/api/ru/profile/friends/active"]?.status).toBe(403);
});
