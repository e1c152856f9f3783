/** Keys of classes and codes of invitations that nobody was given, on every route that takes one. */
import { beforeAll, describe, expect, it } from "vitest";
import { faultyFields, statusAndBody } from "#server/testing/answers.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { gathering, testClass } from "#server/testing/data/test-events.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let school: Awaited<ReturnType<typeof testClass<1>>>;
let member: SignedInMember;
beforeAll(async () => {
  school = await testClass(kampus, 1);
  [member] = school.members;
});

type Route = [method: "GET" | "POST", rest: string];

const routes: Route[] = [
  ["GET", ""],
  ["GET", "/members"],
  ["POST", "/chat"],
  ["POST", "/chat/join"],
  ["GET", "/events"],
  ["GET", "/events/rights"],
  ["POST", "/events"],
];

/** `objectId` and `key` as they stand in the address. */
function ask(
  [method, rest]: Route,
  objectId: string | number,
  key: string,
  reader: SignedInMember = member,
) {
  const url = `/api/en/objects/${objectId}/classes/${key}${rest}`;
  const body = rest === "/events" ? gathering() : {};
  const { token } = reader;
  return method === "GET" ? kampus.get(url, { token }) : kampus.post(url, body, { token });
}

const nothingAt = async () =>
  (await kampus.get("/api/en/objects/x/classes/2014", member)).json<object>();

describe.each(routes)("%s of a class%s", (...route) => {
  it.each([
    ...["0", "0000", "1", "1899", "9999", "20140", "+2014", "2014.0", "2e3", "-2014", "٢٠١٤"],
    ...["since-", "since-0", "since-0000", "since-9999", "SINCE-2014", "since-since-2014"],
    ...["x", "null", "undefined", "%00", "2014%00", "2014%0a", "%E2%80%AE2014", "..%2f2014"],
    ...["2014'--", "2014 ", "%20", "a".repeat(300)],
  ])("is 404 with the key %j, as anything that is not there", async (key) => {
    const answer = await ask(route, school.place.objectId, encodeURI(key).replaceAll("%25", "%"));
    expect(statusAndBody(answer)).toEqual([404, await nothingAt()]);
  });

  it.each(["0", "-1", "x", "2147483647", "2147483648", "99999999999999999999", "1.5", "%00"])(
    "is 404 in the institution %j",
    async (objectId) => {
      expect(statusAndBody(await ask(route, objectId, "2014"))).toEqual([404, await nothingAt()]);
    },
  );

  it("changes and shows nothing personal of a class of an institution that the reader is not of", async () => {
    const stranger = await oneMember(kampus);
    const answer = await ask(route, school.place.objectId, "2014", stranger);
    if (route[0] === "POST" || route[1].startsWith("/events"))
      expect([403, 404]).toContain(answer.statusCode);
    else expect(statusAndBody(answer)).toMatchObject([200, {}]);
    const { chat, next_event } = (
      await kampus.get(`/api/en/objects/${school.place.objectId}/classes/2014`, stranger)
    ).json<{ data: { chat: { joined: boolean } | null; next_event: unknown } }>().data;
    expect([chat?.joined ?? false, next_event]).toEqual([false, null]);
  });
});

describe("an invitation", () => {
  const valid = "A".repeat(22);

  it.each([
    ...["A", valid.slice(1), `${valid}A`, "A".repeat(63), "A".repeat(64), "A".repeat(300)],
    ...[`${valid.slice(1)}%2B`, `${valid}%0A`, `%20${valid}`, "%E2%80%8F".repeat(22), "%00"],
    ...["Я".repeat(22), "🎓".repeat(11), "..%2f..%2fuser"],
  ])("by the code %j is answered as one that has ended, to read and to accept", async (code) => {
    const path = (one: string) => `/api/en/invitations/by-code/${one}`;
    const written = encodeURI(code).replaceAll("%25", "%");
    const ended = await kampus.get(path(valid), member);
    expect(ended.statusCode).toBe(404);
    for (const answer of [
      await kampus.get(path(written), member),
      await kampus.get(path(written)),
      await kampus.post(`${path(written)}/accept`, undefined, { token: member.token }),
    ])
      expect(statusAndBody(answer)).toEqual([404, ended.json()]);
  });

  it.each(["0", "9999", "x", "since-9999", "\u202e2014", ""])(
    "to a class is not made with the key %j",
    async (class_key) => {
      const body = { kind: "class", object_id: school.place.objectId, class_key };
      const answer = await kampus.post("/api/en/invitations", body, { token: member.token });
      expect(answer.statusCode).toBe(422);
      expect(faultyFields(answer)).toEqual(["class_key"]);
    },
  );
});
