import { expect, test, text } from "#e2e/fixtures.ts";
import { goBackFrom } from "#e2e/layer-history.ts";
import { karimov, newMember } from "#e2e/members.ts";
import { albumOf, bring, chooseFiles, jpegFile } from "#e2e/picture-files.ts";
import { addImage } from "#e2e/profile-members.ts";
import { routes } from "#lib/routes.ts";

test("Back closes the photo viewer and stays on the page; once Escape has closed it, Back leaves the page", async ({
  kampus,
  at,
  pageOf,
}) => {
  const member = await newMember(kampus, karimov);
  await addImage(kampus, member);
  const page = await pageOf(member, routes.profile());
  const toSettings = page.getByRole("link", { name: text("Images.allOf", { count: 1 }) });
  const viewer = page.getByRole("dialog", { name: text("Viewer.title") });
  const openViewer = async () => {
    await albumOf(page).first().click();
    await expect(viewer.locator("img")).toBeVisible();
  };
  await toSettings.click();
  await expect(page).toHaveURL(at(routes.imagesSettings()));
  await openViewer();
  await goBackFrom(page, 1);
  await expect(viewer).toBeHidden();
  await expect(albumOf(page).first()).toBeFocused();
  await expect(page).toHaveURL(at(routes.imagesSettings()));
  await goBackFrom(page, 0);
  await expect(page).toHaveURL(at(routes.profile()));

  await toSettings.click();
  await openViewer();
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  await goBackFrom(page, 0);
  await expect(page).toHaveURL(at(routes.profile()));
});

test("the crop dialog has the focus when it opens, and asks before Back discards a change", async ({
  at,
  pageOf,
}) => {
  const page = await pageOf(karimov, routes.imagesSettings());
  const dialog = page.getByRole("dialog", { name: text("ImageSettings.cropTitle") });
  const question = page.getByRole("dialog", { name: text("ImageSettings.closeQuestion") });
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  const picture = await jpegFile("пляж.jpg", "teal", 120, 60);
  const choose = page.getByRole("button", { name: text("ImageSettings.choose") });
  await expect(choose).toBeVisible();
  await bring(page, "paste", picture);
  await expect(dialog).toBeVisible();
  await expect.poll(hasFocus).toBe(true);
  for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press("Tab");
  expect(await hasFocus()).toBe(true);
  await goBackFrom(page, 1);
  await expect(dialog).toBeHidden();
  await expect(choose).toBeFocused();

  await chooseFiles(page, picture);
  await dialog.getByRole("button", { name: text("ImageSettings.turnRight") }).click();
  await goBackFrom(page, 1);
  await expect(dialog).toBeVisible();
  await question.getByRole("button", { name: text("Site.ok"), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(choose).toBeFocused();
  await expect(page).toHaveURL(at(routes.imagesSettings()));
});
