/** What journeys see of the messenger: the list of chats, and the open conversation with its field and bubbles. */
import type { Page } from "@playwright/test";
import { wordOf } from "#e2e/chat-messages.ts";
import { text } from "#e2e/fixtures.ts";

/** D-MESSENGER 10: every tab and device within a second. */
export const live = { timeout: 1000 };

/** The chats of the list, from top to bottom. */
export const chatRows = (page: Page) =>
  page.getByRole("list", { name: text("Messenger.chats"), exact: true }).getByRole("listitem");

/** The row of the chat with a member or of a group. */
export const chatRow = (page: Page, name: string) => chatRows(page).filter({ hasText: name });

/** The bubble of a message by words of it, or by the number that `wordOf` gave it. */
export const bubble = (page: Page, words: string | number) =>
  page
    .locator("[data-bubble]")
    .filter({ hasText: typeof words === "number" ? wordOf(words) : words });

/** What scrolls, with the bubbles in it. */
export const historyOf = (page: Page) =>
  page.getByRole("region", { name: text("Messenger.history") });

export const messageField = (page: Page) =>
  page.getByRole("textbox", { name: text("Messenger.message") });

export const sendButton = (page: Page) =>
  page.getByRole("button", { name: text("Messenger.send"), exact: true });

export async function sendMessage(page: Page, words: string): Promise<void> {
  await messageField(page).fill(words);
  await sendButton(page).click();
}

/** By a long press on a phone, else by the button beside the bubble. */
export async function openMessageMenu(page: Page, words: string): Promise<void> {
  const row = bubble(page, words);
  if (await page.evaluate(() => window.matchMedia("(hover: none)").matches))
    return row.dispatchEvent("pointerdown", { pointerType: "touch", isPrimary: true });
  await row.hover();
  await row.getByRole("button", { name: text("Bubble.actions") }).click();
}
