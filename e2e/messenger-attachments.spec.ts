import type { Locator, Page } from "@playwright/test";
import { sendButton } from "#e2e/conversation.ts";
import { expect, type Journey, test, text } from "#e2e/fixtures.ts";
import { expectFits } from "#e2e/fitting.ts";
import { befriend, kim, newFriends, newMember, write } from "#e2e/members.ts";
import { bringToChat, jpegFile, pdfFile } from "#e2e/picture-files.ts";
import { routes } from "#lib/routes.ts";

const bubbles = (page: Page) => page.locator("[data-bubble]");
const chosen = (page: Page) =>
  page.getByRole("list", { name: text("Messenger.composerFiles") }).getByRole("listitem");
const chooseFiles = (page: Page, ...files: Awaited<ReturnType<typeof jpegFile>>[]) =>
  page.locator("form input[type=file]").setInputFiles(files);
const photosIn = (page: Page) => bubbles(page).last().locator("button img");

/** Two friends, one of whom has their chat open. */
async function openChat({ kampus, pageOf }: Journey) {
  const [alisher, madina] = await newFriends(kampus);
  const chatId = await write(kampus, madina, alisher, "Салом!");
  const route = routes.chat("private", chatId);
  const page = await pageOf(alisher, route);
  await expect(bubbles(page)).toHaveCount(1);
  return { page, alisher, madina, chatId, route };
}

test("many files fit the screen, before and after they are sent", async ({ kampus, pageOf }) => {
  const { page, madina, route } = await openChat({ kampus, pageOf });
  const shapes = [
    [900, 600],
    [500, 1000],
    [600, 600],
    [1600, 400],
    [200, 150],
  ] as const;
  const photos = await Promise.all(
    shapes.map(([width, height], index) => jpegFile(`${index}.jpg`, "teal", width, height)),
  );
  await chooseFiles(page, ...photos, pdfFile(`${"расписание ".repeat(12)}.pdf`, 1000));
  await expect(chosen(page)).toHaveCount(6);
  await expectFits(page, sendButton(page));
  await sendButton(page).click();
  await expect(photosIn(page)).toHaveCount(5);
  await expectFits(page, sendButton(page));

  await test.step("the other opens them over the whole window, and goes on to the next", async () => {
    const hers = await pageOf(madina, route);
    await expect(photosIn(hers)).toHaveCount(5);
    await photosIn(hers).first().click();
    const viewer = hers.getByRole("dialog");
    await expect(viewer.getByText("1 / 5")).toBeVisible();
    await hers.keyboard.press("ArrowRight");
    await expect(viewer.getByText("2 / 5")).toBeVisible();
    await hers.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
  });
});

test("a picture alone fills its bubble, which stays as large as it was meanwhile, and is fetched no larger than it is shown", async ({
  kampus,
  pageOf,
}) => {
  const { page } = await openChat({ kampus, pageOf });
  const held = Promise.withResolvers<null>();
  await page.route("**/media/upload", async (route) => {
    await held.promise;
    return route.continue();
  });
  await chooseFiles(page, await jpegFile("высокая.jpg", "noise", 1500, 3000));
  await sendButton(page).click();
  const sizeOf = (picture: Locator) =>
    picture.evaluate((image) =>
      [image, image.closest("[data-bubble]") ?? image].map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return [Math.round(width), Math.round(height)];
      }),
    );
  await expect(page.getByRole("progressbar")).toBeVisible();
  const pending = bubbles(page).last().getByRole("img", { name: "высокая.jpg" });
  // The measured size is known once the browser has decoded the picture.
  const isUpright = async () => {
    const [[width = 0, height = 0] = []] = await sizeOf(pending);
    return width < height;
  };
  await expect.poll(isUpright).toBe(true);
  const sizePending = await sizeOf(pending);
  held.resolve(null);
  const photo = photosIn(page);
  await expect(photo).toHaveCount(1);
  expect(await sizeOf(photo)).toEqual(sizePending);
  await expect(photo).toHaveAttribute("src", /thumb\.webp/);
  const gap = () =>
    photo.evaluate((image) => {
      const bubble = image.closest("[data-files]")?.getBoundingClientRect();
      return (bubble?.width ?? 0) - image.getBoundingClientRect().width;
    });
  await expect.poll(gap).toBeLessThanOrEqual(32);
});

test("files come by paste and drop, and stay with their chat while another is open", async ({
  kampus,
  pageOf,
}) => {
  const { page, alisher, chatId } = await openChat({ kampus, pageOf });
  const other = await newMember(kampus, kim);
  await befriend(kampus, alisher, other);
  const otherId = await write(kampus, other, alisher, "Привет");
  await bringToChat(page, "paste", await jpegFile("вставлено.jpg", "teal", 300, 200));
  await expect(chosen(page)).toHaveCount(1);
  await bringToChat(page, "drop", pdfFile("брошено.pdf", 1000));
  await expect(chosen(page)).toHaveCount(2);

  const go = async (id: number) => {
    if (page.viewportSize()?.width === 390)
      await page.getByRole("link", { name: text("Messenger.back") }).click();
    await page.locator(`a[href$="/private/${id}"]`).click();
  };
  await go(otherId);
  await expect(bubbles(page)).toContainText(["Привет"]);
  await expect(chosen(page)).toHaveCount(0);
  await go(chatId);
  await expect(chosen(page)).toHaveCount(2);
  await sendButton(page).click();
  await expect(photosIn(page)).toHaveCount(1);
  await expect(
    bubbles(page)
      .last()
      .getByRole("link", { name: /брошено/u }),
  ).toBeVisible();
});

test(
  "an upload tells how far it is, goes on after the network was away, and can be given up",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const { page } = await openChat({ kampus, pageOf });
    let isAway = true;
    const held = Promise.withResolvers<null>();
    await page.route("**/media/upload", async (route) => {
      if (isAway) return route.abort("internetdisconnected");
      await held.promise;
      return route.continue();
    });
    await chooseFiles(page, pdfFile("нужный.pdf", 50_000), pdfFile("лишний.pdf", 50_000));
    await sendButton(page).click();
    const retry = page.getByRole("button", { name: text("Messenger.retry") });
    await expect(retry).toBeVisible();
    isAway = false;
    await retry.click();
    const progress = page.getByRole("progressbar", {
      name: text("Messenger.uploadProgress", { name: "нужный.pdf" }),
    });
    await expect(progress).toBeVisible();
    await page
      .getByRole("button", { name: text("Messenger.uploadCancel", { name: "лишний.pdf" }) })
      .click();
    await expect(bubbles(page).last()).not.toContainText("лишний");
    held.resolve(null);
    await expect(
      bubbles(page)
        .last()
        .getByRole("link", { name: /нужный/u }),
    ).toBeVisible();
    await expect(bubbles(page)).toHaveCount(2);
  },
);

test(
  "a damaged picture looks like any other file, and why it is refused is said once",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const { page } = await openChat({ kampus, pageOf });
    const whole = await jpegFile("битая.jpg", "teal", 100, 100);
    await chooseFiles(page, { ...whole, buffer: whole.buffer.subarray(0, 40) });
    await expect(chosen(page)).toContainText("битая.jpg");
    await expect(chosen(page).locator("img")).toHaveCount(0);
    await sendButton(page).click();
    await expect(bubbles(page).getByText(text("Messenger.notSent"), { exact: true })).toBeVisible();
    await expect(page.getByText(text("Errors.invalid"))).toHaveCount(0);
  },
);
