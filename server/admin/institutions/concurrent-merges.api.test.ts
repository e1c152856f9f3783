/** What members do while the operator merges two institutions. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { ClassEvent } from "#lib/events/schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { gathering } from "#server/testing/data/test-events.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { studyInput, testSchools } from "#server/testing/data/test-schools.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const { merge, makeSchool, study, educationsOf, memberOfBoth, classOf } = testSchools(kampus);

// The embedded database does one thing after another: there nothing happens at once.
describe.runIf(process.env.TEST_DATABASE_URL)("while institutions are merged", () => {
  /** Waits until at least `count` statements wait for a lock; one that notes the use of a session may be one more. */
  const waitFor = (count: number) =>
    expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(count);

  const hold = (table: "users" | "educations" | "class_events" | "class_chats", id: number) =>
    holdOpen(kampus, (trx) => {
      const column = table === "class_chats" ? "chat_id" : "id";
      return sql`
        SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id} FOR NO KEY UPDATE`.execute(
        trx,
      );
    });

  const educationAt = async (objectId: number) =>
    (
      await kampus.db
        .selectFrom("educations")
        .select("id")
        .where("object_id", "=", objectId)
        .executeTakeFirstOrThrow()
    ).id;
  const institutionOf = async (made: "chat" | "event", id: number) => {
    const chats = kampus.db.selectFrom("class_chats").select("object_id").where("chat_id", "=", id);
    const events = kampus.db.selectFrom("class_events").select("object_id").where("id", "=", id);
    return (await (made === "chat" ? chats : events).executeTakeFirstOrThrow()).object_id;
  };

  it("members who change an education there wait, and none of them fails for a deadlock", async () => {
    const members = await signedInMembers(kampus, 3);
    const [first, , third] = members;
    const [from, into] = [await makeSchool(first), await makeSchool(first)];
    const ids: number[] = [];
    for (const member of members) ids.push(await study(member, from));
    const release = await hold("educations", ids[1] ?? 0);
    const merging = merge(from, into);
    try {
      await waitFor(1);
      // Whichever way the merge goes over the educations, it has passed one of these and not the other.
      const changing = [first, third].map(({ token }, at) =>
        kampus.put(
          `/api/ru/profile/setting/educations/${ids[at * 2]}`,
          studyInput(into, { speciality: "Физика" }),
          { token },
        ),
      );
      await waitFor(3);
      await release();
      await merging;
      expect((await Promise.all(changing)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    } finally {
      await release();
    }
    for (const member of members)
      expect(await educationsOf(member)).toMatchObject([{ object_id: into }]);
  });

  it("the owner of a class chat who renames it waits, and the chat has the owner's title", async () => {
    const { member, from, into } = await memberOfBoth();
    const { token } = member;
    const open = (id: number) => dataFrom<Chat>(kampus.post(`${classOf(id)}/chat`, {}, { token }));
    const { id } = await open(from);
    // The classes of chats move before the titles are renewed.
    const release = await hold("class_chats", id);
    try {
      const merging = merge(from, into);
      await waitFor(1);
      const title = "Наш класс";
      const renaming = kampus.post(`/messenger/group/rename/${id}`, { title }, { token });
      await waitFor(2);
      await release();
      await merging;
      expect((await renaming).statusCode).toBe(200);
    } finally {
      await release();
    }
    expect(await open(into)).toMatchObject({ id, title: "Наш класс" });
  });

  it("whoever writes in a class chat does not wait while educations and events move", async () => {
    const { member, from, into } = await memberOfBoth();
    const { token } = member;
    const { id } = await dataFrom<Chat>(kampus.post(`${classOf(from)}/chat`, {}, { token }));
    const event = await dataFrom<ClassEvent>(
      kampus.post(`${classOf(from)}/events`, gathering(), { token }),
    );
    const release = await hold("class_events", event.id);
    try {
      const merging = merge(from, into);
      await waitFor(1);
      const message = { chat_id: id, client_id: randomUUID(), text: "Салом" };
      const sent = await kampus.post("/messenger/group/sendMessage", message, { token });
      expect(sent.statusCode).toBe(201);
      await release();
      await merging;
    } finally {
      await release();
    }
  });

  it("whoever opens the chat of a class of the one enters the chat that has moved to the other", async () => {
    const { member, from, into } = await memberOfBoth();
    const { token } = member;
    const open = (id: number) => kampus.post(`${classOf(id)}/chat`, {}, { token });
    const { id } = await dataFrom<Chat>(open(from));
    const release = await hold("class_chats", id);
    try {
      const merging = merge(from, into);
      await waitFor(1);
      const opening = open(from);
      await waitFor(2);
      await release();
      await merging;
      expect(await dataFrom<Chat>(opening)).toMatchObject({ id });
    } finally {
      await release();
    }
  });

  it.each(["chat", "event"] as const)(
    "the first %s of a class of the one is made in the other",
    async (made) => {
      const { member, from, into } = await memberOfBoth();
      const { token } = member;
      const release = await hold("educations", await educationAt(from));
      try {
        const merging = merge(from, into);
        await waitFor(1);
        const making =
          made === "chat"
            ? kampus.post(`${classOf(from)}/chat`, {}, { token })
            : kampus.post(`${classOf(from)}/events`, gathering(), { token });
        await waitFor(2);
        await release();
        await merging;
        const { id } = await dataFrom<{ id: number }>(making);
        expect(await institutionOf(made, id)).toBe(into);
      } finally {
        await release();
      }
    },
  );

  it("an invitation that is made to a class of the one leads to the other", async () => {
    const { member, from, into } = await memberOfBoth();
    const release = await hold("users", member.id);
    try {
      const body = { kind: "class", object_id: from, class_key: "2010" };
      const inviting = kampus.post("/api/ru/invitations", body, { token: member.token });
      await waitFor(1);
      const merging = merge(from, into);
      await waitFor(2);
      await release();
      await merging;
      expect((await inviting).statusCode).toBe(201);
    } finally {
      await release();
    }
    const links = await kampus.db
      .selectFrom("invitations")
      .select("object_id")
      .where("inviter_id", "=", member.id)
      .execute();
    expect(links).toEqual([{ object_id: into }]);
  });
});
