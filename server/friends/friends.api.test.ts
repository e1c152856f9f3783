import { describe, expect, it } from "vitest";
import { createPersons } from "#server/auth/person.ts";
import { deleteFriendship } from "#server/friends/repository.ts";
import { createFriendships } from "#server/friends/service.ts";
import { createAddressSigning } from "#server/http/address-signing.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { testFriendships } from "#server/testing/test-friendships.ts";
import { dataFrom, nothingFound, statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const call = testFriendships(kampus);

const statusOf = async (member: SignedInMember, { id }: { id: number }) =>
  (await dataFrom<{ status: string }>(call(member, "status", id))).status;

/** The status of each to the other. */
const between = async (one: SignedInMember, other: SignedInMember) => [
  await statusOf(one, other),
  await statusOf(other, one),
];

const rowsOf = ({ id: one }: SignedInMember, { id: other }: SignedInMember) =>
  kampus.db
    .selectFrom("friendships")
    .selectAll()
    .where("low_user", "=", Math.min(one, other))
    .where("high_user", "=", Math.max(one, other))
    .execute();

describe("a friendship", () => {
  it("goes from none by a request to friends, and both see the same status", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    expect(await between(one, other)).toEqual(["none", "none"]);

    expect(statusAndBody(await call(one, "add", other.id))).toEqual([
      200,
      { message: "Friend request sent", data: { status: "outgoing" } },
    ]);
    expect(await between(one, other)).toEqual(["outgoing", "incoming"]);

    const accepted = await call(other, "accept", one.id);
    expect(statusAndBody(accepted)).toEqual([
      200,
      { message: "Friend request accepted", data: { status: "friends" } },
    ]);
    expect(await between(one, other)).toEqual(["friends", "friends"]);
  });

  it("is made when the member who has the request adds the other", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await call(one, "add", other.id);
    expect((await call(other, "add", one.id)).json()).toMatchObject({
      message: "Friend request accepted",
      data: { status: "friends" },
    });
  });

  it.each([
    ["cancels one's own request", "asker", "Friend request cancelled"],
    ["rejects the other's request", "asked", "Friend request declined"],
  ])("is not made where a member %s, and either may ask again", async (_title, who, message) => {
    const [one, other] = await signedInMembers(kampus, 2);
    await call(one, "add", other.id);
    const [deleter, left] = who === "asker" ? [one, other] : [other, one];
    expect((await call(deleter, "delete", left.id)).json()).toEqual({
      message,
      data: { status: "none" },
    });
    expect(await between(one, other)).toEqual(["none", "none"]);
    await call(other, "add", one.id);
    expect(await between(one, other)).toEqual(["incoming", "outgoing"]);
  });

  it("ends for both when either deletes it", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await call(one, "add", other.id);
    await call(other, "accept", one.id);
    expect((await call(one, "delete", other.id)).json()).toEqual({
      message: "Removed from friends",
      data: { status: "none" },
    });
    expect(await between(one, other)).toEqual(["none", "none"]);
  });

  it("does not change when a call is repeated", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await call(one, "add", other.id);
    expect((await call(one, "add", other.id)).json()).toMatchObject({
      data: { status: "outgoing" },
    });
    await call(other, "accept", one.id);
    const [before] = await rowsOf(one, other);
    expect((await call(other, "accept", one.id)).statusCode).toBe(200);
    expect((await call(one, "add", other.id)).json()).toMatchObject({
      data: { status: "friends" },
    });
    expect(await rowsOf(one, other)).toEqual([before]);
  });

  it("is accepted by nobody but the recipient", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const stranger = await oneMember(kampus);
    await call(one, "add", other.id);
    const [byAsker, byStranger] = await Promise.all([
      call(one, "accept", other.id),
      call(stranger, "accept", one.id),
    ]);
    expect(statusAndBody(byAsker)).toMatchObject([409, { code: "conflict" }]);
    expect(statusAndBody(byStranger)).toMatchObject([404, { code: "not_found" }]);
    expect(await between(one, other)).toEqual(["outgoing", "incoming"]);
    expect(await between(stranger, one)).toEqual(["none", "none"]);
  });

  it("that does not exist can be neither accepted nor deleted", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    for (const [action, message] of [
      ["accept", "There is no such request any more"],
      ["delete", "There is no such request or friendship any more"],
    ] as const)
      // The same of one who does not exist.
      for (const id of [other.id, 2_147_483_647]) {
        const answer = await call(one, action, id);
        expect(statusAndBody(answer)).toEqual([404, { message, code: "not_found" }]);
      }
  });
});

describe("the other member of a friendship call", () => {
  it("cannot be the member themselves, whose status is self", async () => {
    const member = await oneMember(kampus);
    expect(await statusOf(member, member)).toBe("self");
    for (const action of ["add", "accept", "delete"] as const) {
      expect(statusAndBody(await call(member, action, member.id))).toMatchObject([
        422,
        { code: "invalid", errors: { id: ["This value is not allowed"] } },
      ]);
    }
  });

  it.each(["add", "accept", "status", "delete"] as const)(
    "gets the call %s the same 404 when they are absent, unverified or named by what is not an id",
    async (action) => {
      const member = await oneMember(kampus);
      const unverified = await oneMember(kampus, { verified: false });
      const [absent, hidden] = await Promise.all(
        [2_147_483_647, unverified.id].map((id) => call(member, action, id)),
      );
      expect([absent?.statusCode, absent?.json()]).toMatchObject([404, { code: "not_found" }]);
      expect([hidden?.statusCode, hidden?.json()]).toEqual([404, absent?.json()]);
      const ids = [0, -1, "1e3", "9999999999", "99999999999999999999"];
      ids.push("1.5", "abc", "%00", "%20", "+1", "0x10", "null", "%D9%A1");
      const answers = await Promise.all(ids.map((id) => call(member, action, id)));
      for (const answer of answers) expect(statusAndBody(answer)).toEqual(nothingFound);
    },
  );
});

describe("members who race", () => {
  it("make one friendship of 50 mutual adds and accepts, without a 5xx", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const [from, to] = index % 2 === 0 ? [one, other] : [other, one];
        return call(from, index % 5 === 4 ? "accept" : "add", to.id);
      }),
    );
    expect(answers.filter((answer) => answer.statusCode >= 500)).toEqual([]);
    expect(await rowsOf(one, other)).toHaveLength(1);
    expect(await between(one, other)).toEqual(["friends", "friends"]);
  });

  it("see accept beside cancel end in friends or in none, the same for both", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    for (let round = 0; round < 10; round += 1) {
      await call(one, "add", other.id);
      const answers = await Promise.all([
        call(other, "accept", one.id),
        call(one, "delete", other.id),
        call(other, "accept", one.id),
        call(one, "delete", other.id),
      ]);
      for (const { statusCode } of answers) expect([200, 404]).toContain(statusCode);
      for (const answer of [answers[0], answers[2]])
        if (answer.statusCode === 200)
          expect(answer.json()).toMatchObject({ data: { status: "friends" } });
      const outcome = await between(one, other);
      expect([
        ["friends", "friends"],
        ["none", "none"],
      ]).toContainEqual(outcome);
      if (outcome[0] === "friends") await call(one, "delete", other.id);
    }
  });
});

it("an acceptance that is undone before it is answered does not claim a friendship", async () => {
  const { db } = kampus;
  const [one, other] = await signedInMembers(kampus, 2);
  await testProfiles(kampus).ask(one, other);
  const friendships = createFriendships({
    db,
    persons: {
      ...createPersons(db, fileUrlsOn(undefined, createAddressSigning(""))),
      // While the acceptance is published to the member who made the request, they end it.
      find: async () => {
        await deleteFriendship(db, one.id, other.id);
        return undefined;
      },
    },
    hasBlocked: () => Promise.resolve(false),
    parting: () => Promise.resolve(() => Promise.resolve()),
    publish: () => {},
    publishAcceptancesSeen: () => {},
  });
  await expect(friendships.accept(other.id, one.id)).rejects.toMatchObject({
    code: "not_found",
    messageKey: "Errors.requestGone",
  });
});
