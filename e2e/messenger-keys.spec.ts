import type { Page } from "@playwright/test";
import { newChat, readTo, wordOf, writeText } from "#e2e/chat-messages.ts";
import { bubble, historyOf, messageField, sendButton, sendMessage } from "#e2e/conversation.ts";
import { expect, type Journey, test, text } from "#e2e/fixtures.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

const isPhone = (page: Page) => page.evaluate(() => window.matchMedia("(pointer: coarse)").matches);

/** A chat with `count` messages, which the reader has open at its end. */
async function openChat({ kampus, pageOf }: Journey, count: number) {
  const { author, reader, chatId } = await newChat(kampus, count);
  await readTo(kampus, reader, chatId, count);
  const page = await pageOf(reader, routes.chat("private", chatId));
  await expect(bubble(page, count)).toBeInViewport();
  return { author, chatId, page };
}

test("Enter is a new line on a phone and sends on a desktop; Enter that confirms an input method's word sends nothing", async ({
  kampus,
  pageOf,
}) => {
  const { page } = await openChat({ kampus, pageOf }, 3);
  const phone = await isPhone(page);
  const input = await page.context().newCDPSession(page);
  await messageField(page).click();
  await input.send("Input.imeSetComposition", {
    text: "нихао",
    selectionStart: 5,
    selectionEnd: 5,
  });
  await expect(messageField(page)).toHaveValue("нихао");
  await page.keyboard.press("Enter");
  await input.send("Input.insertText", { text: "раз" });
  await expect(messageField(page)).toHaveValue(/раз/);
  await expect(bubble(page, "нихао")).toHaveCount(0);
  await expect(bubble(page, "раз")).toHaveCount(0);

  await test.step("the field grows with its rows, up to seven", async () => {
    const heights: (number | undefined)[] = [];
    for (const rows of [1, 3, 7, 30]) {
      await messageField(page).fill("раз\n".repeat(rows - 1));
      heights.push((await messageField(page).boundingBox())?.height);
    }
    expect(heights).toEqual([44, 88, 176, 176]);
  });

  await messageField(page).fill("раз");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("два");
  await expect(messageField(page)).toHaveValue("раз\nдва");
  await page.keyboard.press("Enter");
  if (phone) {
    await expect(messageField(page)).toHaveValue("раз\nдва\n");
    await expect(bubble(page, "два")).toHaveCount(0);
    await sendButton(page).click();
  }
  await expect(bubble(page, "два")).toHaveCount(1);
  await expect(messageField(page)).toHaveValue("");
  await expect(messageField(page)).toBeFocused();
});

test(
  "the keyboard of a phone covers neither the field nor the last message",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const { author, chatId, page } = await openChat({ kampus, pageOf }, 40);
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const keyboardPx = 336;
    const expectFree = async (last: number) => {
      await expect
        .poll(async () => {
          const [written, shown] = [
            await messageField(page).boundingBox(),
            await bubble(page, last).boundingBox(),
          ];
          if (!written || !shown) return "not on the screen";
          if (written.y + written.height > height - keyboardPx) return "the field is covered";
          return shown.y + shown.height > written.y
            ? "the last message is covered"
            : "both are free";
        })
        .toBe("both are free");
    };

    await test.step("where the page shrinks by itself", async () => {
      await messageField(page).click();
      await page.setViewportSize({ width, height: height - keyboardPx });
      await expectFree(40);
      await writeText(kampus, author, chatId, wordOf(41));
      await expectFree(41);
      await page.setViewportSize({ width, height });
      await expect(bubble(page, 41)).toBeInViewport();
    });

    await test.step("where it lies over the page", async () => {
      await page.evaluate((covered) => {
        const shown = window.innerHeight - covered;
        Object.defineProperty(window.visualViewport, "height", {
          value: shown,
          configurable: true,
        });
        window.visualViewport?.dispatchEvent(new Event("resize"));
      }, keyboardPx);
      await expectFree(41);
      for (const lines of [6, 2, 11]) {
        await messageField(page).fill("строка\n".repeat(lines));
        await expectFree(41);
      }
      await writeText(kampus, author, chatId, wordOf(42));
      await expectFree(42);
    });
  },
);

test("the Up arrow edits the last own message, and Escape brings the draft back", async ({
  kampus,
  pageOf,
}) => {
  const { page } = await openChat({ kampus, pageOf }, 3);
  const submit = page.getByRole("form", { name: text("Messenger.composer") });
  const send = async (words: string) => {
    await sendMessage(page, words);
    await expect(bubble(page, words).and(page.locator("[data-state=sent]"))).toHaveCount(1);
  };
  await send("первое");
  await send("второе");
  await page.keyboard.press("ArrowUp");
  await expect(messageField(page)).toHaveValue("второе");
  await page.keyboard.type(" и лишнее");
  await page.keyboard.press("Escape");
  await expect(messageField(page)).toHaveValue("");
  await expect(messageField(page)).toBeFocused();
  await expect(bubble(page, "второе")).not.toContainText("лишнее");

  await page.keyboard.press("ArrowUp");
  await expect(messageField(page)).toHaveValue("второе");
  await page.keyboard.type(" исправлено");
  await submit.getByRole("button", { name: text("Messenger.composerSave") }).click();
  await expect(bubble(page, "второе исправлено")).toHaveCount(1);
  await expect(messageField(page)).toHaveValue("");

  await messageField(page).fill("начатое");
  await page.keyboard.press("ArrowUp");
  await expect(messageField(page)).toHaveValue("начатое");
  const row = bubble(page, "первое");
  if (await isPhone(page))
    await row.dispatchEvent("pointerdown", { pointerType: "touch", isPrimary: true });
  else await row.getByText("первое").click({ button: "right" });
  const edit = text("MessageMenu.edit");
  await page
    .getByRole("menuitem", { name: edit })
    .or(page.getByRole("dialog").getByRole("button", { name: edit }))
    .click();
  await expect(messageField(page)).toHaveValue("первое");
  await messageField(page).press("Escape");
  await expect(messageField(page)).toHaveValue("начатое");
});

test("one goes on with a draft by typing or pasting without a click, and the field waits for it on a desktop", async ({
  kampus,
  pageOf,
}) => {
  const { page } = await openChat({ kampus, pageOf }, 3);
  const phone = await isPhone(page);
  if (phone) await expect(messageField(page)).not.toBeFocused();
  else await expect(messageField(page)).toBeFocused();
  await messageField(page).fill("начатое");
  await page.waitForResponse(/\/draft\//);
  await page.reload();
  await expect(messageField(page)).toHaveValue("начатое");
  await historyOf(page).focus();
  await page.keyboard.type("!");
  await expect(messageField(page)).toHaveValue("начатое!");

  await historyOf(page).focus();
  await historyOf(page).evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", " вставленное");
    box.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(messageField(page)).toHaveValue("начатое! вставленное");
  await expect(messageField(page)).toBeFocused();
});

test(
  "typing anywhere goes into the field; an arrival is announced once, and history never",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const { author, chatId, page } = await openChat({ kampus, pageOf }, 60);
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
      await historyOf(page).evaluate((box) => void (box.scrollTop = 0));
      await expect(bubble(page, 5)).toBeAttached({ timeout: 1_000 });
    }).toPass();
    await historyOf(page).focus();
    await page.keyboard.type("hey");
    await expect(messageField(page)).toBeFocused();
    await expect(messageField(page)).toHaveValue("hey");

    await writeText(kampus, author, chatId, "новость");
    const told = text("Messenger.arrived", { name: author.fullname, text: "новость" });
    await expect(log).toHaveAttribute("data-told", `[${told}]`);
    await expect(log).toHaveText("");
    await expect(log).toHaveAttribute("data-told", `[${told}]`);
  },
);
