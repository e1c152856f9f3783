import type { Locator, Page } from "@playwright/test";
import { newChat, readTo, requestChat, wordOf, writeText, writeWords } from "#e2e/chat-messages.ts";
import { bubble, historyOf, sendMessage } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { routes } from "#lib/routes.ts";

const unreadLine = (page: Page) => page.getByText(text("Messenger.newMessages"), { exact: true });
const toEnd = (page: Page) =>
  page.getByRole("button", { name: new RegExp(`^${text("Messenger.toEnd")}`) });

/** The distance of an element from the top of the history, in px. */
async function topOf(page: Page, element: Locator): Promise<number> {
  const [box, outer] = [await element.boundingBox(), await historyOf(page).boundingBox()];
  if (!box || !outer) throw new Error("not on the screen");
  return box.y - outer.y;
}

test("a chat opens at the first unread message, in one request, under a line that stays", async ({
  kampus,
  pageOf,
}) => {
  const { author, reader, chatId } = await newChat(kampus, 160);
  await readTo(kampus, reader, chatId, 100);
  const page = await pageOf(reader, routes.chats());
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/getMessages/")) asked.push(new URL(request.url()).search);
  });
  await page.getByRole("link", { name: author.fullname }).first().click();
  await expect(unreadLine(page)).toBeInViewport();
  await expect(bubble(page, 101)).toBeInViewport();
  expect(asked[0]).toBe("?around=101");

  await test.step("what is below the screen stays unread, and is read by scrolling", async () => {
    await expect
      .poll(async () => (await requestChat(kampus, reader, chatId)).unread)
      .toBeLessThan(60);
    const { last_read_seq: readTo } = await requestChat(kampus, reader, chatId);
    expect(readTo).toBeLessThan(140);
    await expect(bubble(page, readTo)).toBeInViewport();
    await expect(toEnd(page)).toHaveAccessibleName(
      text("Messenger.toEndCount", { count: 160 - readTo }),
    );
    await historyOf(page).hover();
    await page.mouse.wheel(0, 600);
    await expect
      .poll(async () => (await requestChat(kampus, reader, chatId)).last_read_seq)
      .toBeGreaterThan(readTo);
  });

  await test.step("the line is where it was after going to the end and writing", async () => {
    await toEnd(page).click();
    await expect(bubble(page, 160)).toBeInViewport();
    await expect.poll(async () => (await requestChat(kampus, reader, chatId)).unread).toBe(0);
    await expect(toEnd(page)).toBeHidden();
    await sendMessage(page, "ответ");
    await expect(bubble(page, "ответ").and(page.locator("[data-state=sent]"))).toBeVisible();
    await expect
      .poll(
        async () => {
          await historyOf(page).evaluate((box) => void (box.scrollTop -= 900));
          return unreadLine(page).count();
        },
        { intervals: [50] },
      )
      .toBe(1);
    const line = historyOf(page).locator("li", { has: unreadLine(page) });
    await expect(line.locator("xpath=following-sibling::li[1]")).toContainText(wordOf(101));
  });
});

test("older history comes without moving what is read", async ({ kampus, pageOf }) => {
  const { author, reader, chatId } = await newChat(kampus, 1);
  for (let seq = 2; seq <= 200; seq += 1)
    await writeText(kampus, author, chatId, `${wordOf(seq)} ${"и рассказ ".repeat(seq % 19)}`);
  await readTo(kampus, reader, chatId, 200);
  const page = await pageOf(reader, routes.chat("private", chatId));
  await expect(bubble(page, 200)).toBeInViewport();
  await test.step("no spinner turns out of sight, because it would cost frames while a member types", async () => {
    const turning = () =>
      historyOf(page).evaluate((box) => box.getAnimations({ subtree: true }).length);
    await expect.poll(turning).toBe(0);
  });
  const moved = await historyOf(page).evaluate(async (box) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let movedMost = 0;
    for (let step = 0; step < 400 && !box.textContent.includes("слово 1."); step += 1) {
      const first = Array.from(box.querySelectorAll("[data-bubble]")).find(
        (element) => element.getBoundingClientRect().top > box.getBoundingClientRect().top + 150,
      );
      const before = first?.getBoundingClientRect().top ?? 0;
      const by = Math.min(box.scrollTop, step % 5 === 4 ? 420 : 140);
      box.scrollTop -= by;
      for (let wait = 0; wait < 3; wait += 1) {
        await frame();
        if (!first?.isConnected) continue;
        const after = first.getBoundingClientRect().top;
        movedMost = Math.max(movedMost, Math.abs(after - before - by));
      }
    }
    return movedMost;
  });
  expect(moved).toBeLessThanOrEqual(2);
  await expect(bubble(page, 1)).toBeAttached();
  expect(await page.locator("[data-bubble]").count()).toBeLessThan(150);
});

test("messages taller than the screen are read by scrolling past them", async ({
  kampus,
  pageOf,
}) => {
  const { author, reader, chatId } = await newChat(kampus, 40);
  for (let seq = 41; seq <= 120; seq += 1)
    await writeText(kampus, author, chatId, wordOf(seq) + "\nстрока".repeat(seq % 20 ? 0 : 40));
  await readTo(kampus, reader, chatId, 120);
  const page = await pageOf(reader, routes.chat("private", chatId));
  await expect(bubble(page, 120)).toBeInViewport();
  for (const by of [-30, 30]) {
    await historyOf(page).evaluate(async (box, step) => {
      for (let top = -1; box.isConnected && box.scrollTop !== top;) {
        top = box.scrollTop;
        box.scrollTop += step;
        await new Promise(requestAnimationFrame);
      }
    }, by);
    await expect(historyOf(page)).toBeVisible();
  }
  await expect(bubble(page, 120)).toBeInViewport();
});

test("new messages are followed at the end, and counted anywhere else", async ({
  kampus,
  pageOf,
}) => {
  const { author, reader, chatId } = await newChat(kampus, 60);
  await readTo(kampus, reader, chatId, 60);
  const page = await pageOf(reader, routes.chat("private", chatId));
  await expect(bubble(page, 60)).toBeInViewport();
  await writeWords(kampus, author, chatId, 61, 61);
  await expect(bubble(page, 61)).toBeInViewport();
  const isReadTo = (seq: number) =>
    expect.poll(async () => (await requestChat(kampus, reader, chatId)).last_read_seq).toBe(seq);
  await isReadTo(61);

  await historyOf(page).evaluate((box) => void (box.scrollTop -= 400));
  await expect(toEnd(page)).toBeVisible();
  const read = bubble(page, 50);
  const before = await topOf(page, read);
  await writeWords(kampus, author, chatId, 62, 63);
  await expect(toEnd(page)).toHaveAccessibleName(text("Messenger.toEndCount", { count: 2 }));
  expect(Math.abs((await topOf(page, read)) - before)).toBeLessThanOrEqual(2);
  await toEnd(page).click();
  await expect(bubble(page, 63)).toBeInViewport();
  await expect(toEnd(page)).toBeHidden();

  await test.step("50 px above the end are the end, and more are not", async () => {
    await historyOf(page).evaluate((box) => void (box.scrollTop -= 48));
    await writeWords(kampus, author, chatId, 64, 64);
    await expect(bubble(page, 64)).toBeInViewport({ ratio: 1 });
    await expect(toEnd(page)).toBeHidden();
    await isReadTo(64);
    await historyOf(page).evaluate((box) => void (box.scrollTop -= 54));
    await expect(toEnd(page)).toBeVisible();
    const stood = await topOf(page, bubble(page, 62));
    await writeWords(kampus, author, chatId, 65, 65);
    await expect(toEnd(page)).toHaveAccessibleName(text("Messenger.toEndCount", { count: 1 }));
    expect(Math.abs((await topOf(page, bubble(page, 62))) - stood)).toBeLessThanOrEqual(2);
  });
});

test("a link to a message leads to it, loaded or not, and to the nearest where there is none", async ({
  kampus,
  at,
  pageOf,
}) => {
  const { reader, chatId } = await newChat(kampus, 150);
  await readTo(kampus, reader, chatId, 150);
  const page = await pageOf(reader, routes.message("private", chatId, 40));
  await expect(bubble(page, 40)).toBeInViewport();
  await expect(bubble(page, 40)).toHaveAttribute("data-highlighted", "true");
  await expect(bubble(page, 40)).not.toHaveAttribute("data-highlighted", "true");

  await toEnd(page).click();
  await expect(bubble(page, 150)).toBeInViewport();

  await page.goto(at(routes.message("private", chatId, 140)));
  await expect(bubble(page, 140)).toBeInViewport();

  await page.goto(at(routes.message("private", chatId, 9000)));
  await expect(page.getByText(text("Messenger.historyMissingTitle"))).toBeVisible();
  await expect(bubble(page, 150)).toBeInViewport();
});
