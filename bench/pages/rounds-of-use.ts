/** What somebody does on a screen with one finger, over and over. No round leaves the document. */
import type { Locator, Page } from "@playwright/test";

export type RoundOfUse = (page: Page) => Promise<void>;

const keyEveryMs = 100;
/** As long as somebody looks at what has come. */
const lookMs = 500;
const screenPx = 800;

/** Round after round, until the time is over. */
export async function useFor(seconds: number, page: Page, round: RoundOfUse): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  do await round(page);
  while (performance.now() < endsAt);
}

/** Chooses the other colours and back, types into the first field and looks further down. */
export async function asVisitor(page: Page): Promise<void> {
  for (const name of ["Тёмная тема", "Светлая тема"])
    await tap(page.getByRole("button", { name, exact: true }));
  const field = page.locator("main input:not([type=radio], [type=checkbox])").first();
  if ((await field.count()) > 0) await typeAndDelete(page, field, "maktab");
  await scroll(page);
}

/** Searches in the header, opens the menu of the account and looks further down. */
export async function asMember(page: Page): Promise<void> {
  await tap(page.locator("header").getByRole("button", { name: searchLabel, exact: true }));
  const search = page.getByRole("dialog", { name: searchLabel });
  await type(page, search.getByRole("searchbox"), "maktab 1");
  await look(page);
  await tap(search.getByRole("button", { name: "Закрыть", exact: true }));
  const menu = page.getByRole("button", { name: /^Аккаунт: / });
  await tap(menu);
  await page.getByRole("menu").waitFor();
  await tap(menu);
  await page.getByRole("menu").waitFor({ state: "hidden" });
  await scroll(page);
}

const searchLabel = "Люди, школы и вузы, сообщения";

/** Finds people by name, then by region, and goes back. */
export async function filteringPeople(page: Page): Promise<void> {
  const main = page.locator("main");
  await type(page, main.getByRole("searchbox"), "uchastnik 12");
  await look(page);
  await tap(main.getByRole("button", { name: "Очистить поиск" }));
  await tap(main.getByRole("button", { name: "Фильтры" }));
  const sheet = page.getByRole("dialog", { name: "Фильтры" });
  await tap(sheet.getByRole("combobox").first());
  await tap(page.getByRole("option").first());
  await tap(sheet.getByRole("button", { name: "Показать" }));
  await sheet.waitFor({ state: "hidden" });
  await look(page);
  await scroll(page);
  await page.goBack();
  await look(page);
}

/** Opens the newest chats one after the other, reads in each and returns to the list. */
export async function openingChats(page: Page): Promise<void> {
  const rows = page.getByRole("list", { name: "Чаты" }).getByRole("link");
  const shown = Math.min(await rows.count(), 6);
  for (let row = 0; row < shown; row += 1) {
    await tap(rows.nth(row));
    await page.locator("[data-bubble]").last().waitFor();
    await look(page);
    await tap(page.getByRole("link", { name: "К списку чатов" }));
    await rows.first().waitFor();
  }
}

/** Writes two messages, then reads what stands above. */
export async function typingInChat(page: Page): Promise<void> {
  const field = page.getByRole("textbox", { name: "Сообщение" });
  for (const text of ["Salom, ertaga soat nechada uchrashamiz", "Men ham boraman"]) {
    await type(page, field, text);
    await tap(page.getByRole("button", { name: "Отправить", exact: true }));
  }
  const history = page.getByRole("region", { name: "Переписка" });
  await history.hover();
  for (const direction of [-1, -1, -1, 1, 1, 1, 1]) {
    await page.mouse.wheel(0, direction * screenPx);
    await look(page);
  }
}

const tap = (locator: Locator) => locator.tap();

/** Latin letters alone: Playwright has no keys for others and would insert them without an event of the keyboard. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tap(field);
  await page.keyboard.type(text, { delay: keyEveryMs });
}

async function typeAndDelete(page: Page, field: Locator, text: string): Promise<void> {
  await type(page, field, text);
  await look(page);
  let left = text.length;
  while (left > 0) {
    await page.keyboard.press("Backspace", { delay: keyEveryMs });
    left -= 1;
  }
}

async function scroll(page: Page): Promise<void> {
  for (const direction of [1, 1, -1, -1]) {
    await page.mouse.wheel(0, direction * screenPx);
    await look(page);
  }
}

const look = (page: Page) => page.waitForTimeout(lookMs);
