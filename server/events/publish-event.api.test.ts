import { expect, it, vi } from "vitest";
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
