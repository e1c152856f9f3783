import type { Page } from "@playwright/test";
import { newChat, readTo, wordOf, writeText } from "#e2e/chat-messages.ts";
import { type Addresses, expect, test, text } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import type { Member } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

test.use({ toldByWidth: true });

const bubble = (page: Page, words: string) =>
  page.locator("[data-bubble]").filter({ hasText: words });
const field = (page: Page) => page.getByRole("textbox", { name: text("Messenger.message") });
const history = (page: Page) => page.getByRole("region", { name: text("Messenger.history") });
const isPhone = (page: Page) => page.evaluate(() => window.matchMedia("(pointer: coarse)").matches);

interface Journey {
  kampus: Kampus;
  at: Addresses;
  newPage: () => Promise<Page>;
  signIn: (page: Page, member: Member) => Promise<void>;
}

/** A chat with `count` messages, which the reader has open at its end. */
async function openChat({ kampus, at, newPage, signIn }: Journey, count: number) {
  const { author, reader, chatId } = await newChat(kampus, count);
  await readTo(kampus, reader, chatId, count);
  const page = await newPage();
  await signIn(page, reader);
  await page.goto(at(routes.chat("private", chatId)));
  await expect(bubble(page, wordOf(count))).toBeInViewport();
  return { author, chatId, page };
}

test("Enter is a new line on a phone and sends on a desktop; what is being composed is not sent", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const { page } = await openChat({ kampus, at, newPage, signIn }, 3);
  const phone = await isPhone(page);
  const input = await page.context().newCDPSession(page);
  await field(page).click();
  await input.send("Input.imeSetComposition", {
    text: "нихао",
    selectionStart: 5,
    selectionEnd: 5,
  });
  await expect(field(page)).toHaveValue("нихао");
  await page.keyboard.press("Enter");
  await input.send("Input.insertText", { text: "раз" });
  await expect(field(page)).toHaveValue(/раз/);
  await expect(bubble(page, "нихао")).toHaveCount(0);
  await expect(bubble(page, "раз")).toHaveCount(0);

  await test.step("the field grows with its rows, up to seven", async () => {
    const heights: (number | undefined)[] = [];
    for (const rows of [1, 3, 7, 30]) {
      await field(page).fill("раз\n".repeat(rows - 1));
      heights.push((await field(page).boundingBox())?.height);
    }
    expect(heights).toEqual([44, 88, 176, 176]);
  });

  await field(page).fill("раз");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("два");
  await expect(field(page)).toHaveValue("раз\nдва");
  await page.keyboard.press("Enter");
  if (phone) {
    await expect(field(page)).toHaveValue("раз\nдва\n");
    await expect(bubble(page, "два")).toHaveCount(0);
    await page.getByRole("button", { name: text("Messenger.send"), exact: true }).click();
  }
  await expect(bubble(page, "два")).toHaveCount(1);
  await expect(field(page)).toHaveValue("");
  await expect(field(page)).toBeFocused();
});

test("the keyboard of a phone covers neither the field nor the last message", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const { author, chatId, page } = await openChat({ kampus, at, newPage, signIn }, 40);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const keyboardPx = 336;
  const expectFree = async (last: number) => {
    await expect
      .poll(async () => {
        const [written, shown] = [
          await field(page).boundingBox(),
          await bubble(page, wordOf(last)).boundingBox(),
        ];
        if (!written || !shown) return "not on the screen";
        if (written.y + written.height > height - keyboardPx) return "the field is covered";
        return shown.y + shown.height > written.y ? "the last message is covered" : "both are free";
      })
      .toBe("both are free");
  };

  await test.step("where the page shrinks by itself", async () => {
    await field(page).click();
    await page.setViewportSize({ width, height: height - keyboardPx });
    await expectFree(40);
    await writeText(kampus, author, chatId, wordOf(41));
    await expectFree(41);
    await page.setViewportSize({ width, height });
    await expect(bubble(page, wordOf(41))).toBeInViewport();
  });

  await test.step("where it lies over the page", async () => {
    await page.evaluate((covered) => {
      const shown = window.innerHeight - covered;
      Object.defineProperty(window.visualViewport, "height", { value: shown, configurable: true });
      window.visualViewport?.dispatchEvent(new Event("resize"));
    }, keyboardPx);
    await expectFree(41);
    for (const lines of [6, 2, 11]) {
      await field(page).fill("строка\n".repeat(lines));
      await expectFree(41);
    }
    await writeText(kampus, author, chatId, wordOf(42));
    await expectFree(42);
  });
});

test("the Up arrow edits the last own message, and Escape brings the draft back", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const { page } = await openChat({ kampus, at, newPage, signIn }, 3);
  const submit = page.getByRole("form", { name: text("Messenger.composer") });
  const send = async (words: string) => {
    await field(page).fill(words);
    await page.getByRole("button", { name: text("Messenger.send"), exact: true }).click();
    await expect(bubble(page, words).and(page.locator("[data-state=sent]"))).toHaveCount(1);
  };
  await send("первое");
  await send("второе");
  await page.keyboard.press("ArrowUp");
  await expect(field(page)).toHaveValue("второе");
  await page.keyboard.type(" и лишнее");
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveValue("");
  await expect(field(page)).toBeFocused();
  await expect(bubble(page, "второе")).not.toContainText("лишнее");

  await page.keyboard.press("ArrowUp");
  await expect(field(page)).toHaveValue("второе");
  await page.keyboard.type(" исправлено");
  await submit.getByRole("button", { name: text("Messenger.composerSave") }).click();
  await expect(bubble(page, "второе исправлено")).toHaveCount(1);
  await expect(field(page)).toHaveValue("");

  await field(page).fill("начатое");
  await page.keyboard.press("ArrowUp");
  await expect(field(page)).toHaveValue("начатое");
  const row = bubble(page, "первое");
  if (await isPhone(page))
    await row.dispatchEvent("pointerdown", { pointerType: "touch", isPrimary: true });
  else await row.getByText("первое").click({ button: "right" });
  const edit = text("MessageMenu.edit");
  await page
    .getByRole("menuitem", { name: edit })
    .or(page.getByRole("dialog").getByRole("button", { name: edit }))
    .click();
  await expect(field(page)).toHaveValue("первое");
  await field(page).press("Escape");
  await expect(field(page)).toHaveValue("начатое");
});

test("one goes on with a draft by typing or pasting without a click, and the field waits for it on a desktop", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const { page } = await openChat({ kampus, at, newPage, signIn }, 3);
  const phone = await isPhone(page);
  if (phone) await expect(field(page)).not.toBeFocused();
  else await expect(field(page)).toBeFocused();
  await field(page).fill("начатое");
  await page.waitForResponse(/\/draft\//);
  await page.reload();
  await expect(field(page)).toHaveValue("начатое");
  await history(page).focus();
  await page.keyboard.type("!");
  await expect(field(page)).toHaveValue("начатое!");

  await history(page).focus();
  await history(page).evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", " вставленное");
    box.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(field(page)).toHaveValue("начатое! вставленное");
  await expect(field(page)).toBeFocused();
});

test("typing anywhere goes into the field; an arrival is announced once, and history never", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const { author, chatId, page } = await openChat({ kampus, at, newPage, signIn }, 120);
  const log = page.getByRole("log");
  await expect(log).toHaveAttribute("aria-live", "polite");
  await log.evaluate((element) => {
    element.dataset.told = "";
    const note = () => {
      if (element.textContent)
        element.dataset.told = `${element.dataset.told ?? ""}[${element.textContent}]`;
    };
    note();
    new MutationObserver(note).observe(element, { childList: true, subtree: true });
  });
  // Again until it holds: what has just been opened may still be placed at its end.
  await expect(async () => {
    await history(page).evaluate((box) => void (box.scrollTop = 0));
    await expect(bubble(page, wordOf(50))).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await history(page).focus();
  await page.keyboard.type("hey");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("hey");

  await writeText(kampus, author, chatId, "новость");
  const told = text("Messenger.arrived", { name: author.fullname, text: "новость" });
  await expect(log).toHaveAttribute("data-told", `[${told}]`);
  await expect(log).toHaveText("");
  await expect(log).toHaveAttribute("data-told", `[${told}]`);
});
