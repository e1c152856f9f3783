import type { Locator, Page } from "@playwright/test";
import { bubble, chatRows, openMessageMenu } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { call, karimov, type Member, newFriends, newMember, write } from "#e2e/members.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { chatCreated } from "#lib/messenger/contract/schema.ts";
import { depthAtRest, goBackFrom } from "#e2e/layer-history.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).click();
const entry = (page: Page, name: string) =>
  page.getByRole("menuitem", { name }).or(page.getByRole("dialog").getByRole("button", { name }));

interface Layer {
  open: () => Promise<void>;
  shown: Locator;
}

/** `over`: how many other layers are open below it. */
async function closesByBack(page: Page, { open, shown }: Layer, over = 0): Promise<void> {
  const address = page.url();
  await expect.poll(() => depthAtRest(page)).toBe(over);
  await open();
  await expect(shown).toBeVisible();
  await goBackFrom(page, over + 1);
  await expect(shown).toBeHidden();
  await expect(page).toHaveURL(address);
}

async function newGroup(kampus: Kampus, owner: Member, other: Member, title: string) {
  const path = `/messenger/group/create/chat/${other.id}`;
  const answer = await call(kampus, owner, "POST", path, { title, members: [] });
  return chatCreated.parse(answer).data.id;
}

test("Back closes each menu, sheet and search of a chat, and only then leaves the chat", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [alisher, madina] = await newFriends(kampus);
  await write(kampus, madina, alisher, "Привет");
  const page = await pageOf(alisher, routes.chats());
  await chatRows(page).getByRole("link", { name: madina.fullname }).click();
  await expect(bubble(page, "Привет")).toBeVisible();

  const search = page.getByRole("search", { name: text("Messenger.headerSearch") });
  const menu = page.getByRole("menu").or(page.getByRole("dialog"));
  const layers: Record<string, Layer> = {
    emoji: {
      open: () => press(page, text("Messenger.composerEmoji")),
      shown: page.getByRole("dialog", { name: text("Messenger.composerEmoji") }),
    },
    search: { open: () => press(page, text("Messenger.headerSearch")), shown: search },
    "the menu of a message": { open: () => openMessageMenu(page, "Привет"), shown: menu },
    "the menu of the other member": {
      open: () => press(page, text("Blocks.menu", { name: madina.fullname })),
      shown: menu,
    },
    "the chosen messages": {
      open: async () => {
        await openMessageMenu(page, "Привет");
        await entry(page, text("MessageMenu.select")).click();
      },
      shown: page.getByRole("toolbar", { name: text("MessageMenu.chosen") }),
    },
    "the question before a block": {
      open: async () => {
        await press(page, text("Blocks.menu", { name: madina.fullname }));
        await entry(page, text("Blocks.block")).click();
      },
      shown: page.getByRole("dialog"),
    },
  };
  for (const [name, layer] of Object.entries(layers))
    await test.step(name, () => closesByBack(page, layer));

  await test.step("Forward opens nothing again, and Back goes to the list in one step", async () => {
    await page.goForward();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/private\/\d+$/);
    await page.goBack();
    await expect(page).toHaveURL(at(routes.chats()));
  });
});

test("Back closes the menu of a group over its panel, then the panel", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [alisher, madina] = await newFriends(kampus);
  const chatId = await newGroup(kampus, alisher, madina, "Группа 101");
  const page = await pageOf(alisher, routes.chat("group", chatId));
  const menu = page.getByRole("menu");
  await closesByBack(page, { open: () => press(page, text("Messenger.headerMenu")), shown: menu });
  const panel = page.getByRole("dialog", { name: text("Messenger.groupInfo") });
  await press(page, text("Messenger.headerInfo", { title: "Группа 101" }));
  const memberMenu = text("Messenger.groupMemberMenu", { name: madina.fullname });
  await closesByBack(page, { open: () => press(page, memberMenu), shown: menu }, 1);
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(at(routes.chat("group", chatId)));
});

test(
  "Back closes what opens from the header, whose links lead on as before",
  { tag: "@once" },
  async ({ kampus, at, pageOf }) => {
    const alisher = await newMember(kampus, karimov);
    const page = await pageOf(alisher, routes.friends());
    const header = page.getByRole("banner");
    const account = header.getByRole("button", {
      name: text("Auth.account", { name: alisher.fullname }),
    });
    const menu = page.getByRole("menu");
    await closesByBack(page, { open: () => account.click(), shown: menu });
    await closesByBack(page, {
      open: () =>
        header.getByRole("button", { name: text("Friends.bellCount", { count: 0 }) }).click(),
      shown: page.getByRole("heading", { name: text("Friends.bell"), exact: true }),
    });

    await test.step("Back leads back after a link within the surface", async () => {
      await account.click();
      await menu.getByRole("menuitem", { name: text("Auth.settings") }).click();
      await expect(page).toHaveURL(new RegExp(`^${at(routes.settings())}`));
      await expect(menu).toHaveCount(0);
      await page.goBack();
      await expect(page).toHaveURL(at(routes.friends()));
      await expect(page.getByRole("tablist").or(page.getByRole("main"))).not.toHaveCount(0);
    });

    await test.step("a link to another surface, and Back from there", async () => {
      await account.click();
      await menu.getByRole("menuitem", { name: text("Auth.settings") }).focus();
      await page.keyboard.press("Escape");
      await expect(menu).toHaveCount(0);
      await page.goto(at(routes.chats()));
      await page
        .getByRole("button", { name: text("Auth.account", { name: alisher.fullname }) })
        .click();
      await menu.getByRole("menuitem", { name: text("Auth.profile") }).click();
      await expect(page).toHaveURL(at(routes.profile()));
      await page.goBack();
      await expect(page).toHaveURL(at(routes.chats()));
      // The page itself removes the entry of the menu from which the profile was opened.
      await goBackFrom(page, 0);
      await expect(page).toHaveURL(at(routes.friends()));
    });
  },
);
