import { describe, expect, it, vi } from "vitest";
import { createPersons } from "#server/auth/person.ts";
import { createEventChanges } from "#server/events/change-events.ts";
import { createAddressSigning } from "#server/http/address-signing.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { gathering, testClass } from "#server/testing/data/test-events.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();

it("members with the class open receive an event that is made, changed or cancelled, but not across a block", async () => {
  const { members, place, ...school } = await testClass(kampus, 3);
  const [author, mate, blocker] = members;
  const stranger = await oneMember(kampus);
  await testPast(kampus).studied(stranger, place.objectId, [2005, 2013]);
  await testProfiles(kampus).block(blocker, author);
  const [device, across, outside] = await Promise.all(
    [mate, blocker, stranger].map(({ token }) => connectSocket(kampus, { token })),
  );
  const { id } = await school.made(author);
  const url = `/api/en/events/${id}`;
  const { token } = author;
  await kampus.put(url, gathering({ title: "Встреча в Ташкенте" }), { token });
  await kampus.delete(url, { token });
  const told = { object_id: place.objectId, class_key: place.key, id };
  await vi.waitFor(() => expect(device?.payloadsOf("class_event")).toEqual([told, told, told]));
  expect(across?.payloadsOf("class_event")).toEqual([]);
  expect(outside?.payloadsOf("class_event")).toEqual([]);
});

it("members who answered an event and are of its class no more receive nothing of its changes", async () => {
  const { members, ...school } = await testClass(kampus, 3);
  const [author, mate, leaver] = members;
  const { id } = await school.made(author);
  await kampus.post(`/api/en/events/${id}/answer`, { answer: "going" }, { token: leaver.token });
  await kampus.db
    .updateTable("educations")
    .set({ end_year: 2015 })
    .where("user_id", "=", leaver.id)
    .execute();
  const [inside, outside] = await Promise.all(
    [mate, leaver].map(({ token }) => connectSocket(kampus, { token })),
  );
  await kampus.delete(`/api/en/events/${id}`, { token: author.token });
  await vi.waitFor(() => expect(inside?.payloadsOf("class_event")).toHaveLength(1));
  expect(outside?.payloadsOf("class_event")).toEqual([]);
});

describe("what the operator's cancelling publishes", () => {
  /** An event with one who attends; `publish` fails as with a broken Redis. */
  async function cancelled() {
    const { members, ...school } = await testClass(kampus, 2);
    const [author, comer] = members;
    const { id } = await school.made(author);
    await kampus.post(`/api/en/events/${id}/answer`, { answer: "going" }, { token: comer.token });
    const { db } = kampus;
    const enqueue = vi.fn(() => Promise.resolve());
    const events = createEventChanges({
      db,
      persons: createPersons(db, fileUrlsOn(undefined, createAddressSigning(""))),
      checkTitle: () => undefined,
      pushes: { enqueue, wake: () => undefined },
      publish: () => {
        throw new Error("Redis is away");
      },
    });
    return { author, enqueue, publishTakenDown: () => events.publishTakenDown(id, 1) };
  }

  it("pushes nothing before open pages have the event, so that a repeated publication pushes once", async () => {
    const { enqueue, publishTakenDown } = await cancelled();
    await expect(publishTakenDown()).rejects.toThrow("Redis is away");
    expect(enqueue).not.toHaveBeenCalled();
  });

  it("is nothing once the event has been deleted with the account of its author", async () => {
    const { author, enqueue, publishTakenDown } = await cancelled();
    await kampus.purge(author);
    await publishTakenDown();
    expect(enqueue).not.toHaveBeenCalled();
  });
});
