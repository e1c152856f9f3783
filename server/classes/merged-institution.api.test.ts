import { describe, expect, it } from "vitest";
import { gathering, testClass } from "#server/testing/data/test-events.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

/** An institution without members becomes another, whose class has two; returns the addresses of both. */
async function merge() {
  const school = await testClass(kampus, 2);
  const [member] = school.members;
  const { objectId, key } = school.place;
  const { id: former } = await kampus.db
    .updateTable("objects")
    .set({ merged_into: objectId })
    .where(
      "id",
      "=",
      kampus.db
        .selectFrom("objects")
        .select("id")
        .where("merged_into", "is", null)
        .where("id", "<>", objectId)
        .orderBy("id", "desc")
        .limit(1),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  const at = (id: number) => `/api/en/objects/${id}/classes/${key}`;
  return { member, objectId, key, former, class: { here: at(objectId), former: at(former) } };
}

describe("the address of a class of an institution that was merged into another", () => {
  it.each(["", "/members", "/events", "/events/rights"])(
    "answers at %j as that of the other does",
    async (path) => {
      const { member, class: address } = await merge();
      const { token } = member;
      const made = await kampus.post(`${address.former}/events`, gathering(), { token });
      expect(made.statusCode).toBe(201);
      const [one, other] = await Promise.all(
        [address.here, address.former].map((url) => kampus.get(url + path, { token })),
      );
      expect([other?.statusCode, other?.json()]).toEqual([200, one?.json()]);
    },
  );

  it("leads to the chat of the class, and invites to it", async () => {
    const { member, objectId, key, former, class: address } = await merge();
    const { token } = member;
    const chat = await kampus.post(`${address.former}/chat`, {}, { token });
    const joined = await kampus.post(`${address.here}/chat/join`, {}, { token });
    expect([chat.statusCode, joined.json()]).toEqual([200, chat.json()]);
    const body = { kind: "class", object_id: former, class_key: key };
    const invitation = await kampus.post("/api/ru/invitations", body, { token });
    expect(invitation.json()).toMatchObject({ data: { object: { id: objectId } } });
  });

  it("is among the classes of both", async () => {
    const { member, class: address } = await merge();
    const [one, other] = await Promise.all(
      [address.here, address.former].map((url) =>
        kampus.get(url.replace(/\/[^/]+$/, ""), { token: member.token }),
      ),
    );
    expect(one?.json()).toMatchObject({ meta: { total: 2 } });
    expect(other?.json()).toEqual(one?.json());
  });
});
