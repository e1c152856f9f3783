import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test, text } from "#e2e/fixtures.ts";
import { karimov, newMember } from "#e2e/members.ts";
import {
  albumOf,
  bring,
  chooseFiles,
  jpegFile,
  slowUploads,
  uploadRow,
} from "#e2e/picture-files.ts";
import { addImage } from "#e2e/profile-members.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

const uploadPath = "**/images/upload";
const avatarOf = (page: Page) => page.getByRole("banner").locator("img[src*='avatar-']");
const uploaded = (count: number) => text("ImageSettings.uploadedCount", { count });

test("a picture that is cropped by keys becomes the main one and shows in the header at once", async ({
  pageOf,
}) => {
  const page = await pageOf(karimov, routes.imagesSettings());
  await expect(page.getByText(text("ImageSettings.mainNone"))).toBeVisible();
  await chooseFiles(page, await jpegFile("пляж.jpg", "teal", 1200, 600));
  const dialog = page.getByRole("dialog", { name: text("ImageSettings.cropTitle") });
  await expect(
    dialog.getByRole("radio", { name: text("ImageSettings.shapeSquare") }),
  ).toBeChecked();
  const zoom = dialog.getByRole("slider", { name: text("ImageSettings.zoom") });
  await zoom.focus();
  await page.keyboard.press("ArrowRight");
  await expect(zoom).toHaveAttribute("aria-valuenow", "1.05");
  await dialog.getByRole("button", { name: text("ImageSettings.turnRight") }).click();
  await dialog.getByRole("button", { name: text("ImageSettings.cropAndUpload") }).click();
  await expect(page.getByText(uploaded(1))).toBeVisible();
  await expect(avatarOf(page)).toBeVisible();
  await expect(albumOf(page)).toHaveCount(1);
  await albumOf(page).first().click();
  const shown = page.getByRole("dialog").locator("img");
  await expect(shown).toBeVisible();
  // The crop is square, although the photo was not and was turned and enlarged.
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(
    await shown.evaluate((image: HTMLImageElement) => image.naturalHeight),
  );
});

test(
  "the frame is square on every screen, however it is turned, and what lies in it is what goes up",
  { tag: "@once" },
  async ({ pageOf }) => {
    const page = await pageOf(karimov, routes.imagesSettings());
    const red = {
      create: { width: 400, height: 400, channels: 3 as const, background: "#ff0000" },
    };
    const buffer = await sharp({
      create: { width: 1200, height: 400, channels: 3, background: "#0000ff" },
    })
      .composite([{ input: await sharp(red).png().toBuffer(), left: 400, top: 0 }])
      .jpeg({ quality: 95 })
      .toBuffer();
    await chooseFiles(page, { name: "флаг.jpg", mimeType: "image/jpeg", buffer });
    const dialog = page.getByRole("dialog", { name: text("ImageSettings.cropTitle") });
    const area = dialog.getByRole("group", { name: text("ImageSettings.cropArea") });
    await expect(area).toBeVisible();
    for (const [width, height] of [
      [844, 390],
      [320, 568],
      [768, 1024],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const frame = async () => {
        const [box, stage] = [await area.boundingBox(), await area.locator("..").boundingBox()];
        const fits = Math.min(stage?.width ?? 0, stage?.height ?? 0) - 24;
        return {
          ratio: (box?.width ?? 0) / (box?.height ?? 1),
          rest: Math.round(fits - (box?.width ?? 0)),
        };
      };
      await expect.poll(frame, `${width} × ${height}`).toEqual({ ratio: 1, rest: 0 });
    }
    await expect(
      dialog.getByRole("img", { name: text("ImageSettings.cropPreview") }),
    ).toBeVisible();
    await dialog.getByRole("button", { name: text("ImageSettings.cropAndUpload") }).click();
    await expect(page.getByText(uploaded(1))).toBeVisible();
    await albumOf(page).first().click();
    const shown = page.getByRole("dialog").locator("img");
    await expect(shown).toBeVisible();
    const content = await shown.evaluate(async (image: HTMLImageElement) => {
      const answer = await fetch(image.currentSrc);
      return [...new Uint8Array(await answer.arrayBuffer())];
    });
    const { info, data } = await sharp(Buffer.from(content))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(info.height);
    const edges = [0.04, 0.96].map((part) => {
      const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * part)) * 3;
      return (data[at] ?? 0) > 200 && (data[at + 2] ?? 255) < 60;
    });
    expect(edges, "the red middle reaches from side to side").toEqual([true, true]);
  },
);

test(
  "several pictures are uploaded at once with their progress, and one of them is cancelled",
  { tag: "@once" },
  async ({ pageOf }) => {
    const page = await pageOf(karimov, routes.imagesSettings());
    const uploadAt = await slowUploads(page);
    await uploadAt(20_000);
    const names = ["один.jpg", "два.jpg", "три.jpg"];
    const files = await Promise.all(names.map((name) => jpegFile(name, "noise", 1000, 750)));
    await chooseFiles(page, ...files);
    await page
      .getByRole("button", { name: text("ImageSettings.uploadChosen", { count: 3 }) })
      .click();
    const first = page.getByRole("progressbar", {
      name: text("Uploads.progress", { name: "один.jpg" }),
    });
    await expect(first).toHaveAttribute("aria-valuetext", / KB .+ KB, \d+ %/);
    await expect(uploadRow(page, "три.jpg")).toContainText(
      text("Uploads.waiting", { size: "" }).trim(),
    );
    await page.getByRole("button", { name: text("Uploads.cancel", { name: "два.jpg" }) }).click();
    await expect(uploadRow(page, "два.jpg")).toContainText(text("Uploads.cancelled"));
    await expect(uploadRow(page, "три.jpg").getByRole("progressbar")).toBeVisible();
    await uploadAt(-1);
    await expect(page.getByText(uploaded(2))).toBeVisible();
    await expect(albumOf(page)).toHaveCount(2);
  },
);

test(
  "an upload that was cut off is tried again by hand, and by itself as the network returns",
  { tag: "@once" },
  async ({ pageOf }) => {
    const page = await pageOf(karimov, routes.imagesSettings());
    await page.route(uploadPath, (route) => route.abort("connectionreset"));
    const [one, two] = [
      await jpegFile("один.jpg", "teal", 64, 64),
      await jpegFile("два.jpg", "navy", 64, 64),
    ];
    await chooseFiles(page, one, two);
    await page
      .getByRole("button", { name: text("ImageSettings.uploadChosen", { count: 2 }) })
      .click();
    await expect(uploadRow(page, "один.jpg")).toContainText(text("Problem.offline"));
    await expect(uploadRow(page, "два.jpg")).toContainText(text("Problem.offline"));
    await page.unroute(uploadPath);
    await page.getByRole("button", { name: text("Uploads.retry", { name: "два.jpg" }) }).click();
    await expect(page.getByText(uploaded(1))).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: text("Uploads.retry", { name: "один.jpg" }) }).click();
    await expect(uploadRow(page, "один.jpg")).toContainText(text("Problem.offline"));
    await page.context().setOffline(false);
    await expect(page.getByText(uploaded(2))).toBeVisible();
    await expect(albumOf(page)).toHaveCount(2);
  },
);

test("pictures are dropped and pasted, and what is no picture is refused before it is sent", async ({
  pageOf,
}, { project }) => {
  const page = await pageOf(karimov, routes.imagesSettings());
  await expect(page.getByText(text("ImageSettings.emptyAlbum"))).toBeVisible();
  const canDrag = project.name === "wide";
  if (canDrag) await expect(page.locator(".mantine-Dropzone-root")).toBeAttached();
  await bring(page, canDrag ? "drop" : "paste", {
    name: "знак.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  });
  const refusal = page.getByRole("alert");
  await expect(refusal.filter({ hasText: "знак.jpg" })).toContainText("JPEG, PNG, WebP, GIF");
  await bring(page, "paste", {
    name: "IMG_1.heic",
    mimeType: "image/heic",
    buffer: Buffer.from("00000018667479706865696300000000", "hex"),
  });
  await expect(refusal.filter({ hasText: "IMG_1.heic" })).toBeVisible();
  await bring(page, "paste", await jpegFile("снимок.jpg", "teal", 64, 64));
  await page.getByRole("button", { name: text("ImageSettings.sendAsIs") }).click();
  await expect(page.getByText(uploaded(1))).toBeVisible();
  await expect(refusal.filter({ hasText: "IMG_1.heic" })).toHaveCount(0);
});

test(
  "an image is made the main one and deleted; the header follows, and a failure undoes both",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const member = await newMember(kampus, karimov);
    const [older, newer] = [await addImage(kampus, member, "teal"), await addImage(kampus, member)];
    const page = await pageOf(member, routes.imagesSettings());
    const fileOf = (url: string) => url.split("/").at(-2) ?? "";
    const face = (url: string) => page.getByRole("banner").locator(`img[src*='${fileOf(url)}']`);
    await expect(face(older.url)).toBeVisible();
    const act = async (number: number, name: string) => {
      await page.getByRole("button", { name: text("ImageSettings.menu", { number }) }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await act(1, text("Images.makeMain"));
    await expect(face(newer.url)).toBeVisible();

    const confirm = page
      .getByRole("dialog")
      .getByRole("button", { name: text("Site.ok"), exact: true });
    await page.route("**/images/delete", (route) => route.abort());
    await act(1, text("Images.delete"));
    await confirm.click();
    await expect(page.getByText(text("Problem.offline"))).toBeVisible();
    await expect(albumOf(page)).toHaveCount(2);

    await page.unroute("**/images/delete");
    await act(1, text("Images.delete"));
    await confirm.click();
    await expect(albumOf(page)).toHaveCount(1);
    await expect(face(older.url)).toBeVisible();
    await page.reload();
    await expect(albumOf(page)).toHaveCount(1);
  },
);
