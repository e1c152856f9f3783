import type { Page } from "@playwright/test";
import { newChat, readTo, wordOf, writeText, writeWords } from "#e2e/chat-messages.ts";
import { bubble, historyOf, messageField, sendMessage } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { routes } from "#lib/routes.ts";

/** The texts of the rendered bubbles, from top to bottom. */
const wordsOf = (page: Page) => page.locator("[data-bubble]").allInnerTexts();

/** The view stops at the first message that came meanwhile, so the member scrolls on to the end. */
const readOnTo = (page: Page, seq: number) =>
  expect(async () => {
    await historyOf(page).press("End");
    await expect(bubble(page, seq)).toBeInViewport({ timeout: 500 });
  }).toPass({ timeout: 20_000 });

/** The browser's cache of the member's chats. */
const keptRecords = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open("kampus-history");
        opening.onsuccess = () => {
          const keys = opening.result.transaction("records").objectStore("records").getAllKeys();
          keys.onsuccess = () => resolve(keys.result);
        };
      }),
  );

test("what was written while one was away is there on return, once and in order, and so is the draft", async ({
  kampus,
  pageOf,
}) => {
  const { author, reader, chatId } = await newChat(kampus, 30);
  await readTo(kampus, reader, chatId, 30);
  const page = await pageOf(reader, routes.chat("private", chatId));
  await expect(bubble(page, 30)).toBeInViewport();
  await messageField(page).fill("начало ответа");
  await page.context().setOffline(true);
  await writeWords(kampus, author, chatId, 31, 150);
  await page.context().setOffline(false);
  await readOnTo(page, 150);
  const words = (await wordsOf(page)).map((shown) => Number(/слово (\d+)\./.exec(shown)?.[1]));
  expect(words).toEqual(words.map((_, index) => (words[0] ?? 0) + index));
  expect(words.at(-1)).toBe(150);
  await expect(messageField(page)).toHaveValue("начало ответа");

  await test.step("after the server was ended and started again too", async () => {
    await kampus.restart("SIGKILL");
    await writeWords(kampus, author, chatId, 151, 160);
    await readOnTo(page, 160);
  });
});

test("a chat seen before is painted without the server, also after a reload", async ({
  kampus,
  at,
  pageOf,
}) => {
  const { author, reader, chatId } = await newChat(kampus, 80);
  await readTo(kampus, reader, chatId, 80);
  const page = await pageOf(reader, routes.chat("private", chatId));
  await expect(bubble(page, 80)).toBeInViewport();
  await expect.poll(() => keptRecords(page)).toContain(`chat ${chatId}`);
  const gate = Promise.withResolvers<undefined>();
  await page.route(/\/messenger\/(chats|private)\//, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(at(routes.chat("private", chatId)));
  await expect(bubble(page, 80)).toBeInViewport();
  await writeText(kampus, author, chatId, wordOf(81));
  gate.resolve(undefined);
  await expect(bubble(page, 81)).toBeInViewport();
  await expect(bubble(page, 81)).toHaveCount(1);
});

test.describe("an installed messenger", () => {
  test.use({ serviceWorkers: "allow" });

  const isInstalled = (page: Page) =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const kept = await Promise.all(["/ru", "/en"].map((key) => caches.match(key)));
      return kept.some(Boolean) && Boolean(await caches.match("/config.js"));
    });

  test("opens without a network from its cache, and recovers by itself", async ({
    kampus,
    at,
    pageOf,
  }) => {
    const { author, reader, chatId } = await newChat(kampus, 20);
    await readTo(kampus, reader, chatId, 20);
    const page = await pageOf(reader, routes.chat("private", chatId));
    await expect(bubble(page, 20)).toBeInViewport();
    await expect.poll(() => isInstalled(page)).toBe(true);
    await page.reload();
    await expect(bubble(page, 20)).toBeInViewport();
    await expect.poll(() => keptRecords(page)).toContain(`chat ${chatId}`);
    await expect.poll(() => keptRecords(page)).toContain("chats");

    await page.context().setOffline(true);
    await page.reload();
    await expect(bubble(page, 20)).toBeInViewport();
    await expect(page.getByText(text("Messenger.connectionOffline"))).toBeVisible();
    await sendMessage(page, "написано без сети");
    const own = bubble(page, "написано без сети");
    await expect(own).toHaveAttribute("data-state", "pending");
    await page.goto(at(routes.chats()));
    await expect(page.getByRole("link", { name: author.fullname }).first()).toBeVisible();

    await writeText(kampus, author, chatId, wordOf(21));
    await page.context().setOffline(false);
    const row = page.getByRole("link", { name: author.fullname }).first();
    await expect(row).toContainText("написано без сети", { timeout: 20_000 });
    await expect(page.getByText(text("Messenger.connectionOffline"))).toBeHidden();
    await row.click();
    await expect(own).toHaveAttribute("data-state", "sent");
    await expect(bubble(page, 21)).toBeVisible();
  });
});
