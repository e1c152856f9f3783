import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { bubble, openMessageMenu } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { befriend, karimov, kim, newMembers, write, yusupova } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

async function openMenu(page: Page, message: string): Promise<Locator> {
  await expect(bubble(page, message)).toBeVisible();
  await openMessageMenu(page, message);
  const sheet = page.getByRole("dialog", { name: text("MessageMenu.title"), exact: true });
  const menu = page.getByRole("menu").or(sheet);
  await expect(menu).toBeVisible();
  return menu;
}

async function choose(page: Page, message: string, entry: string): Promise<void> {
  const menu = await openMenu(page, message);
  await menu
    .getByRole("button", { name: entry })
    .or(menu.getByRole("menuitem", { name: entry }))
    .click();
  await expect(menu).toBeHidden();
}

test("what can be done with a message is done for both at once", async ({ kampus, at, pageOf }) => {
  const [alisher, madina, elena] = await newMembers(kampus, karimov, yusupova, kim);
  await befriend(kampus, alisher, madina);
  await befriend(kampus, alisher, elena);
  const chatId = await write(kampus, madina, alisher, "Расписание: kun.uz/2026 (там всё)");
  await write(kampus, alisher, madina, "Спасибо, посмотрю");
  const [his, hers] = [await pageOf(alisher), await pageOf(madina)];
  for (const page of [his, hers]) await page.goto(at(routes.chat("private", chatId)));

  await test.step("an address in a text can be followed, without what stands around it", async () => {
    const link = bubble(his, "Расписание").getByRole("link", { name: "kun.uz/2026" });
    await expect(link).toHaveAttribute("href", "https://kun.uz/2026");
    await expect(link).toHaveAttribute("rel", /noopener.*nofollow/);
  });

  await test.step("a reaction is on the other's screen, and is taken away by pressing it", async () => {
    await choose(his, "Расписание", text("MessageMenu.react", { emoji: "👍" }));
    const chip = (page: Page) => bubble(page, "Расписание").getByRole("button", { name: /👍/u });
    await expect(chip(hers)).toBeVisible();
    await expect(chip(his)).toHaveAttribute("aria-pressed", "true");
    await chip(his).click();
    await expect(chip(hers)).toBeHidden();
    await expect(chip(his)).toBeHidden();
  });

  await test.step("the menu and the choice of several have no faults of accessibility", async () => {
    await openMenu(his, "Расписание");
    await expectAccessible(his);
    await his.keyboard.press("Escape");
    await choose(his, "Расписание", text("MessageMenu.select"));
    await his.getByRole("checkbox", { name: /Спасибо/u }).check();
    await expect(his.getByText(text("MessageMenu.count", { count: 2 }))).toBeVisible();
    await expectAccessible(his);
  });

  await test.step("what was chosen goes on to a friend with whom there was no chat", async () => {
    await his.getByRole("button", { name: text("MessageMenu.forward") }).click();
    const dialog = his.getByRole("dialog", { name: text("Forward.title") });
    await dialog.getByRole("checkbox", { name: elena.fullname }).check();
    await expectAccessible(his);
    await dialog.getByRole("button", { name: text("Forward.send", { count: 2 }) }).click();
    await expect(dialog).toBeHidden();
    await his.getByRole("link", { name: elena.fullname }).first().click();
    await expect(bubble(his, "Расписание")).toContainText(madina.fullname);
    await expect(bubble(his, "Спасибо")).toBeVisible();
    await his.goto(at(routes.chat("private", chatId)));
  });

  await test.step("one's own is deleted for both, once that is confirmed", async () => {
    await choose(his, "Спасибо", text("MessageMenu.delete"));
    await his.getByRole("button", { name: text("Site.ok"), exact: true }).click();
    for (const page of [his, hers]) {
      await expect(bubble(page, text("Bubble.deleted"))).toBeVisible();
      await expect(bubble(page, "Спасибо")).toBeHidden();
    }
  });
});
