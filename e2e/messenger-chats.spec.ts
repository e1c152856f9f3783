import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { bubble, chatRow, chatRows, live, messageField } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { goFrom } from "#e2e/layer-history.ts";
import {
  befriend,
  call,
  karimov,
  newFriends,
  newMember,
  newMembers,
  rahimov,
  write,
  yusupova,
} from "#e2e/members.ts";
import { chatAnswer, chatCreated } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";

const titles = (page: Page) => chatRows(page).getByRole("link").allInnerTexts();

/** By the keyboard, which works at every width. */
async function openRowMenu(page: Page, name: string): Promise<void> {
  await chatRow(page, name).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu").or(page.getByRole("dialog"))).toHaveCSS("opacity", "1");
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await openRowMenu(page, name);
  await page
    .getByRole("menuitem", { name: action })
    .or(page.getByRole("button", { name: action, exact: true }))
    .click();
}

test("the chat list shows what happens in each chat, and every tab follows when one is pinned, muted or marked", async ({
  kampus,
  pageOf,
}) => {
  const [alisher, madina, jasur] = await newMembers(kampus, karimov, yusupova, rahimov);
  await befriend(kampus, alisher, madina);
  await befriend(kampus, alisher, jasur);
  const withMadina = await write(kampus, madina, alisher, "Завтра в десять");
  await write(kampus, jasur, alisher, "Нашёл наши фото");
  const page = await pageOf(alisher, routes.chats());
  const other = await pageOf(alisher, routes.chats());
  await expect(chatRow(page, "Юсупова")).toContainText("Завтра в десять");
  await expect(chatRow(other, "Рахимов")).toBeVisible();
  await expectAccessible(page);

  await test.step("somebody writes, and stops by themselves or by sending", async () => {
    await call(kampus, madina, "POST", `/messenger/private/typing/${withMadina}`);
    await expect(chatRow(page, "Юсупова").getByText(text("Messenger.typing"))).toBeVisible(live);
    await write(kampus, madina, alisher, "У главного входа");
    await expect(chatRow(page, "Юсупова")).toContainText("У главного входа", live);
    await expect(chatRow(page, "Юсупова").getByText(text("Messenger.typing"))).toHaveCount(0);
    expect((await titles(page))[0]).toContain("Юсупова");
  });

  await test.step("a chat that is pinned stays first in every tab", async () => {
    await openRowMenu(page, "Рахимов");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await choose(page, "Рахимов", text("Messenger.rowPin"));
    await expect.poll(async () => (await titles(page))[0]).toContain("Рахимов");
    await expect.poll(async () => (await titles(other))[0]).toContain("Рахимов");
    await write(kampus, madina, alisher, "Не забудь билет");
    await expect(chatRow(other, "Юсупова")).toContainText("Не забудь билет", live);
    expect((await titles(other))[0]).toContain("Рахимов");
  });

  await test.step("a chat that is muted is so in every tab", async () => {
    await choose(page, "Юсупова", text("Messenger.rowMute"));
    const muted = chatRow(other, "Юсупова").getByRole("img", { name: text("Messenger.rowMuted") });
    await expect(muted).toBeVisible(live);
  });

  await test.step("read and unread again are so in every tab", async () => {
    await choose(page, "Юсупова", text("Messenger.rowMarkRead"));
    const three = text("Messenger.unread", { count: 3 });
    await expect(chatRow(other, "Юсупова").getByText(three)).toHaveCount(0, live);
    await choose(page, "Юсупова", text("Messenger.rowMarkUnread"));
    const one = text("Messenger.unread", { count: 1 });
    await expect(chatRow(other, "Юсупова").getByText(one)).toHaveCount(1, live);
    await expect(chatRow(page, "Юсупова").getByText(one)).toHaveCount(1);
  });
});

test("the visible rows of a long chat list do not move when a message comes", async ({
  kampus,
  pageOf,
}) => {
  const [alisher, madina] = await newFriends(kampus);
  const groups = new Map<string, number>();
  for (let number = 24; number > 0; number -= 1) {
    const title = `Группа ${number}.`;
    const path = `/messenger/group/create/chat/${madina.id}`;
    const { data } = chatCreated.parse(await call(kampus, alisher, "POST", path, { title }));
    groups.set(title, data.id);
  }
  const page = await pageOf(alisher, routes.chats());
  const topOf = async (name: string) => (await chatRow(page, name).boundingBox())?.y;
  const writeTo = (title: string, said: string) =>
    call(kampus, madina, "POST", "/messenger/group/sendMessage", {
      chat_id: groups.get(title),
      client_id: crypto.randomUUID(),
      text: said,
    });
  await chatRow(page, "Группа 14.").scrollIntoViewIfNeeded();
  const before = await topOf("Группа 14.");

  await test.step("in a chat whose row is seen", async () => {
    await writeTo("Группа 16.", "из видимой");
    await expect(chatRow(page, "Группа 16.")).toContainText("из видимой", live);
    await expect.poll(async () => (await titles(page))[0]).toContain("Группа 16.");
    expect(await topOf("Группа 14.")).toBe(before);
  });

  await test.step("in a chat whose row is below", async () => {
    await writeTo("Группа 24.", "снизу");
    await expect.poll(async () => (await titles(page))[0]).toContain("Группа 24.");
    expect(await topOf("Группа 14.")).toBe(before);
  });
});

test("while the messenger loads, the list and the conversation have their places: both on a wide screen, one on a phone", async ({
  kampus,
  at,
  pageOf,
}, { project }) => {
  const [alisher, madina] = await newFriends(kampus);
  const chatId = await write(kampus, madina, alisher, "Завтра в десять");
  const page = await pageOf(alisher);
  const loaded = Promise.withResolvers<undefined>();
  await page.route(/\/api\/ru\/(?:user$|early\?)/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(at(routes.chat("private", chatId)));
  const places = async () => {
    const boxes = await page
      .locator("[data-open='true'] > *")
      .evaluateAll((panes) =>
        panes
          .map((pane) => pane.getBoundingClientRect())
          .filter(({ width, height }) => width > 250 && height > 250),
      );
    return boxes.map(({ x, width }) => ({ x, width }));
  };
  await expect.poll(places).toHaveLength(project.name === "wide" ? 2 : 1);
  const whileLoading = await places();
  await expect(page.getByText("Завтра в десять")).toHaveCount(0);
  loaded.resolve(undefined);
  await expect(bubble(page, "Завтра в десять")).toBeInViewport();
  expect(await places()).toEqual(whileLoading);
});

test(
  "a private chat is pinned and muted from its header",
  { tag: "@once" },
  async ({ kampus, at, pageOf }) => {
    const [alisher, madina] = await newFriends(kampus);
    const chatId = await write(kampus, madina, alisher, "Завтра в десять");
    const page = await pageOf(alisher, routes.chat("private", chatId));
    const menu = page.getByRole("button", { name: text("Blocks.menu", { name: madina.fullname }) });
    for (const entry of ["Messenger.rowPin", "Messenger.rowMute"] as const) {
      await menu.click();
      await expect(page.getByRole("menu")).toHaveCSS("opacity", "1");
      await expectAccessible(page);
      await page.getByRole("menuitem", { name: text(entry) }).click();
      await expect(menu).toBeFocused();
    }
    await goFrom(page, at(routes.chats()));
    for (const sign of ["Messenger.rowPinned", "Messenger.rowMuted"] as const)
      await expect(
        chatRow(page, "Юсупова").getByRole("img", { name: text(sign), exact: true }),
      ).toBeVisible();
  },
);

test(
  "what was asked for right before a page is left is kept: a read receipt, a draft, a request accepted, a chat muted",
  { tag: "@once" },
  async ({ kampus, at, pageOf }) => {
    const [alisher, madina] = await newFriends(kampus);
    const chatId = await write(kampus, madina, alisher, "Завтра в десять");
    const asking = await newMember(kampus, { ...yusupova, name: "Ольга" });
    await call(kampus, asking, "POST", `/api/ru/profile/friends/friendship/${alisher.id}/add`);
    const page = await pageOf(alisher);
    const receipt = page.waitForRequest((request) => request.url().includes("/readMessages/"));
    const chat = async () =>
      chatAnswer.parse(await call(kampus, alisher, "GET", `/messenger/chats/private/${chatId}`))
        .data;
    expect((await chat()).last_read_seq).toBe(0);
    await page.goto(at(routes.chat("private", chatId)));

    await messageField(page).fill("приду в девять");
    await receipt; // sent once the message was on the screen for half a second, and not waited for
    await page.goto(at(routes.friendRequests()));
    await expect.poll(async () => (await chat()).draft).toBe("приду в девять");
    await expect.poll(async () => (await chat()).last_read_seq).toBe(1);

    await page
      .getByRole("button", { name: `${text("Friends.accept")}: ${asking.fullname}` })
      .click();
    await page.goto(at(routes.chat("private", chatId)));
    const status = `/api/ru/profile/friends/friendship/${asking.id}/status`;
    await expect
      .poll(async () => JSON.stringify(await call(kampus, alisher, "POST", status)))
      .toContain('"friends"');

    await page
      .getByRole("button", { name: text("Blocks.menu", { name: madina.fullname }) })
      .click();
    await page.getByRole("menuitem", { name: text("Messenger.rowMute") }).click();
    await goFrom(page, at(routes.profile()));
    await expect.poll(async () => (await chat()).muted).toBe(true);
  },
);

test("a friend is written to from the pencil", async ({ kampus, pageOf }) => {
  const [alisher, madina] = await newFriends(kampus);
  const page = await pageOf(alisher, routes.chats());
  await page.getByRole("button", { name: text("Messenger.newChat") }).click();
  const dialog = page.getByRole("dialog", { name: text("Messenger.newChatTitle") });
  await expect(dialog.getByRole("button", { name: madina.fullname })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("searchbox").fill("madina");
  await dialog.getByRole("button", { name: madina.fullname }).click();
  await expect(page).toHaveURL(/\/ru\/private\/\d+$/);
  await expect(page.getByRole("heading", { name: madina.fullname })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
