import { afterAll, beforeAll, expect, it } from "vitest";
import { createAddressSigning } from "#server/http/address-signing.ts";
import { createPersons } from "#server/auth/person.ts";
import { deleteFriendship } from "#server/friends/repository.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { createFriendships } from "#server/friends/service.ts";
import { twoMembers } from "#server/testing/data/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

let kampus: TestKampus;
beforeAll(async () => {
  kampus = await startTestKampus();
});
afterAll(() => kampus.close());

it("an acceptance that is undone before it is answered does not say that there is a friendship", async () => {
  const { db } = kampus;
  const [one, other] = await twoMembers(kampus);
  await testProfiles(kampus).ask(one, other);
  const friendships = createFriendships({
    db,
    persons: {
      ...createPersons(db, fileUrlsOn(undefined, createAddressSigning(""))),
      // While the one who asked is told, they end it.
      find: async () => {
        await deleteFriendship(db, one.id, other.id);
        return undefined;
      },
    },
    hasBlocked: () => Promise.resolve(false),
    parting: () => Promise.resolve(() => Promise.resolve()),
    tell: () => {},
  });
  await expect(friendships.accept(other.id, one.id)).rejects.toMatchObject({
    code: "not_found",
    messageKey: "Errors.requestGone",
  });
});
