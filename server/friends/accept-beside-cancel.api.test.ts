import { expect, it } from "vitest";
import { createPersons } from "#server/auth/person.ts";
import { deleteFriendship } from "#server/friends/repository.ts";
import { createFriendships } from "#server/friends/service.ts";
import { createAddressSigning } from "#server/http/address-signing.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { twoMembers } from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

it("an acceptance that is undone before it is answered does not claim a friendship", async () => {
  const { db } = kampus;
  const [one, other] = await twoMembers(kampus);
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
