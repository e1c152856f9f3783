import { accessibilityFaults } from "#e2e/accessible.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { karimov, newMember, rahimov } from "#e2e/members.ts";
import { albumOf, chooseFiles, jpegFile } from "#e2e/picture-files.ts";
import { addImage } from "#e2e/profile-members.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

test(
  "another's photos are looked through by keys and swipes, past the first page, and the focus comes back",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const member = await newMember(kampus, karimov);
    for (let count = 0; count < 13; count += 1) await addImage(kampus, member);
    const page = await pageOf(rahimov, routes.member(member.id));
    const section = page.getByRole("region", { name: text("Images.title") });
    const last = section.locator("[data-image]").nth(8);
    await last.click();
    const viewer = page.getByRole("dialog", { name: text("Viewer.title") });
    await expect(viewer).toContainText("9 / 13");
    await expect(viewer.getByRole("button", { name: text("Images.delete") })).toHaveCount(0);

    // A swipe over most of the width, which counts however long it takes.
    const width = page.viewportSize()?.width ?? 0;
    await page.mouse.move(width * 0.8, 400);
    await page.mouse.down();
    await page.mouse.move(width * 0.2, 400, { steps: 8 });
    await page.mouse.up();
    await expect(viewer).toContainText("10 / 13");
    const next = viewer.getByRole("button", { name: text("Viewer.next") });
    for (const position of ["11 / 13", "12 / 13", "13 / 13"]) {
      await expect(next).toBeEnabled(); // on a slow network, once it has come
      await page.keyboard.press("ArrowRight");
      await expect(viewer).toContainText(position);
    }
    await expect(next).toBeDisabled();
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press("Tab");
    expect(await viewer.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
    await expect(last).toBeFocused();
  },
);

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing among the photos, under the frame and in the viewer in the ${colorScheme} scheme`, async ({
    kampus,
    at,
    pageOf,
  }) => {
    const member = await newMember(kampus, karimov);
    await addImage(kampus, member);
    const page = await pageOf(member);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const expectNoFault = async (name: string) => {
      expect.soft(await accessibilityFaults(page), name).toEqual([]);
    };
    await page.goto(at(routes.imagesSettings()));
    await expect(albumOf(page)).toHaveCount(1);
    const files = await Promise.all([
      jpegFile("один.jpg", "teal", 90, 60),
      jpegFile("два.jpg", "navy", 90, 60),
    ]);
    await chooseFiles(page, ...files);
    await page
      .getByRole("button", { name: text("ImageSettings.cropOf", { name: "два.jpg" }) })
      .focus();
    await expectNoFault("photos, two of them chosen");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: text("ImageSettings.cropTitle") });
    await expect(dialog.getByRole("group", { name: text("ImageSettings.cropArea") })).toBeVisible();
    await expectNoFault("crop");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await albumOf(page).first().click();
    await expect(page.getByRole("dialog").locator("img")).toBeVisible();
    await expectNoFault("viewer");
  });
}
