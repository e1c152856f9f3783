import { expectAccessible } from "#e2e/accessible.ts";
import { chatRow, live } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { befriend, karimov, kim, newMembers, rahimov, yusupova } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

test("a group is made, named, filled and left, and everybody sees it as it happens", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [alisher, ...friends] = await newMembers(kampus, karimov, yusupova, rahimov, kim);
  const [madina, jasur, elena] = friends;
  for (const friend of friends) await befriend(kampus, alisher, friend);
  const [page, hers] = [await pageOf(alisher), await pageOf(madina)];
  await hers.goto(at(routes.chats()));
  await expect(hers.getByText(text("Messenger.empty"))).toBeVisible();
  await page.goto(at(routes.chats()));

  await test.step("he chooses two friends and names the group", async () => {
    await page.getByRole("button", { name: text("Messenger.newChat") }).click();
    await page.getByRole("button", { name: text("Messenger.newGroup") }).click();
    for (const friend of [madina, jasur])
      await page.getByRole("checkbox", { name: friend.fullname }).click();
    await page.getByRole("button", { name: text("Messenger.newGroupNext") }).click();
    await page.getByLabel(text("Messenger.newGroupTitle")).fill("Группа 101");
    await expectAccessible(page);
    await page.getByRole("button", { name: text("Messenger.newGroupCreate") }).click();
    await expect(page).toHaveURL(/\/ru\/group\/\d+$/);
    await expect(chatRow(hers, "Группа 101")).toBeVisible(live);
  });

  const panel = page.getByRole("dialog", { name: text("Messenger.groupInfo") });
  await test.step("he renames it, and she sees the new name within a second", async () => {
    await page
      .getByRole("button", { name: text("Messenger.headerInfo", { title: "Группа 101" }) })
      .click();
    await expect(panel.getByText(text("Messenger.groupOwner"))).toBeVisible();
    await expect(panel.getByRole("link", { name: madina.fullname })).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole("button", { name: text("Messenger.groupRename") }).click();
    await panel.getByRole("textbox", { name: text("Messenger.newGroupTitle") }).fill("Выпуск 2018");
    await page.keyboard.press("Enter");
    await expect(chatRow(hers, "Выпуск 2018")).toBeVisible(live);
    await expect(panel.getByRole("heading", { name: "Выпуск 2018" })).toBeVisible();
  });

  await test.step("he adds a friend who is not in it yet", async () => {
    await panel.getByRole("button", { name: text("Messenger.groupAdd") }).click();
    const adding = page.getByRole("dialog", { name: text("Messenger.groupAdd") });
    await expect(adding.getByRole("checkbox")).toHaveCount(1);
    await adding.getByRole("checkbox", { name: elena.fullname }).click();
    await adding
      .getByRole("button", { name: text("Messenger.groupAddChosen"), exact: true })
      .click();
    await expect(panel.getByRole("link", { name: elena.fullname })).toBeVisible();
    await expect(
      panel.getByText(text("Messenger.members", { count: 4 }), { exact: true }),
    ).toBeVisible();
  });

  await test.step("he removes her while she looks at it: she is told, and goes to the list", async () => {
    await chatRow(hers, "Выпуск 2018").getByRole("link").click();
    await expect(hers.getByRole("heading", { name: "Выпуск 2018" })).toBeVisible();
    await panel
      .getByRole("button", { name: text("Messenger.groupMemberMenu", { name: madina.fullname }) })
      .click();
    await expect(page.getByRole("menu")).toHaveCSS("opacity", "1");
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: text("Messenger.groupRemove") }).click();
    await page.getByRole("button", { name: text("Site.ok"), exact: true }).click();
    await expect(hers.getByText(text("Messenger.groupGone"))).toBeVisible(live);
    await hers
      .getByRole("link", { name: text("Messenger.toChats") })
      .last()
      .click();
    await expect(hers.getByText(text("Messenger.empty"))).toBeVisible();
    await expect(panel.getByRole("link", { name: madina.fullname })).toHaveCount(0);
  });

  await test.step("he leaves", async () => {
    await panel.getByRole("button", { name: text("Messenger.rowLeave") }).click();
    await page.getByRole("button", { name: text("Site.ok"), exact: true }).click();
    await expect(page).toHaveURL(/\/ru$/);
    await expect(page.getByText(text("Messenger.empty"))).toBeVisible();
  });
});
