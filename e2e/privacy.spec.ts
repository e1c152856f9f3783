import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { storedMark } from "#e2e/chat-messages.ts";
import { sendMessage } from "#e2e/conversation.ts";
import { expect, stored, test, text } from "#e2e/fixtures.ts";
import { befriend, karimov, kim, newMembers, write, yusupova } from "#e2e/members.ts";
import { addMedia } from "#e2e/profile-members.ts";
import { routes } from "#lib/routes.ts";

type Subject =
  "privacyMessages" | "privacyLastSeen" | "privacyFriends" | "privacyMedia" | "privacyEducations";
type Audience = "privacyEveryone" | "privacyClassmates" | "privacyOnlyFriends" | "privacyNobody";

const group = (page: Page, subject: Subject) =>
  page.getByRole("group", { name: text(`Settings.${subject}`) });
const choice = (page: Page, subject: Subject, audience: Audience) =>
  group(page, subject).getByRole("radio", { name: text(`Settings.${audience}`) });

async function choose(page: Page, subject: Subject, audience: Audience): Promise<void> {
  const saved = await stored(page, () =>
    group(page, subject)
      .getByText(text(`Settings.${audience}`), { exact: true })
      .click(),
  );
  await expect(choice(page, subject, audience)).toBeChecked();
  expect(saved.status()).toBe(200);
}

test("what a member hides is gone for a stranger and there for a friend", async ({
  kampus,
  pageOf,
}) => {
  test.slow(); // three browsers
  const [owner, friend, stranger] = await newMembers(kampus, karimov, yusupova, kim);
  await befriend(kampus, owner, friend);
  await addMedia(kampus, owner, "Реферат.txt", "Введение");
  const mine = await pageOf(owner, routes.privacySettings());
  await choose(mine, "privacyMessages", "privacyOnlyFriends");
  await choose(mine, "privacyLastSeen", "privacyOnlyFriends");
  await choose(mine, "privacyMedia", "privacyOnlyFriends");
  await choose(mine, "privacyFriends", "privacyNobody");
  await choose(mine, "privacyEducations", "privacyClassmates");
  await mine.reload();
  await expect(choice(mine, "privacyMessages", "privacyOnlyFriends")).toBeChecked();
  await expect(choice(mine, "privacyFriends", "privacyNobody")).toBeChecked();
  await expect(choice(mine, "privacyEducations", "privacyClassmates")).toBeChecked();
  await expectAccessible(mine);

  for (const [viewer, shown] of [
    [friend, true],
    [stranger, false],
  ] as const) {
    const page = await pageOf(viewer, routes.member(owner.id));
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: owner.fullname })).toBeVisible();
    const counters = main.getByRole("list", { name: text("Profile.counters") });
    const counted = (what: string) => counters.getByRole("listitem").filter({ hasText: what });
    await expect(counted(text("Profile.mediaUnit", { count: 1 }))).toHaveCount(shown ? 1 : 0);
    await expect(counted(text("Profile.friendsUnit", { count: 1 }))).toHaveCount(0);
    for (const part of [
      main.getByRole("button", { name: text("Profile.message") }),
      main.getByRole("region", { name: text("Media.title") }),
      main.getByText(/в сети|был\(а\)|online|last seen/i),
    ])
      await expect(part).toHaveCount(shown ? 1 : 0);
    await expect(main.getByRole("link", { name: yusupova.surname })).toHaveCount(0);
  }
});

test("a stranger who may no longer write sees why in the existing chat, and can write again once allowed", async ({
  kampus,
  at,
  pageOf,
}) => {
  test.slow(); // two browsers
  const [owner, stranger] = await newMembers(kampus, karimov, kim);
  const chatId = await write(kampus, stranger, owner, "Салом!");
  const [mine, theirs] = [await pageOf(owner), await pageOf(stranger)];
  await mine.goto(at(routes.privacySettings()));
  await choose(mine, "privacyMessages", "privacyOnlyFriends");

  await theirs.goto(at(routes.chat("private", chatId)));
  await sendMessage(theirs, "Вы здесь?");
  const reason = theirs.getByText(text("Errors.writtenByFriendsOnly"), { exact: true });
  await expect(reason).toBeVisible();

  await choose(mine, "privacyMessages", "privacyEveryone");
  await theirs.getByRole("button", { name: text("Messenger.retry") }).click();
  await expect(reason).toBeHidden();
  await expect(theirs.locator("[data-bubble]").locator(storedMark)).toHaveCount(2);
});
