import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { karimov, newMember } from "#e2e/members.ts";
import { slowUploads } from "#e2e/picture-files.ts";
import { addMedia } from "#e2e/profile-members.ts";
import { confirmQuestion } from "#e2e/shared-steps.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

const essay = { name: "Реферат.txt", mimeType: "text/plain", buffer: Buffer.from("Введение") };

const files = (page: Page) => page.getByRole("list", { name: text("Media.title") });
const fileInput = (page: Page) => page.locator("input[type=file]");

test("a file is uploaded, counted, downloaded under its name, and deleted", async ({
  at,
  pageOf,
}) => {
  const page = await pageOf(karimov);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(at(routes.mediaSettings()));
  await expect(page.getByText(text("Media.emptyOwn"))).toBeVisible();
  await fileInput(page).setInputFiles(essay);
  await expect(files(page).getByText(essay.name)).toBeVisible();
  await expect(page.getByRole("meter", { name: text("Media.room") })).toHaveAttribute(
    "aria-valuetext",
    /\b16 bytes /,
  );
  await expectAccessible(page);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: text("Media.download", { name: essay.name }) }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(essay.name);
  expect(await readFile(await download.path())).toEqual(essay.buffer);

  await page.getByRole("button", { name: text("Media.delete", { name: essay.name }) }).click();
  await confirmQuestion(page);
  await expect(page.getByRole("alert").filter({ hasText: text("Site.success") })).toBeVisible();
  await expect(page.getByText(text("Media.emptyOwn"))).toBeVisible();
});

test(
  "an upload shows its progress and can be cancelled, and the page says why a file is refused",
  { tag: "@once" },
  async ({ pageOf }) => {
    const page = await pageOf(karimov, routes.mediaSettings());
    await expect(page.getByText(text("Media.emptyOwn"))).toBeVisible();
    const uploadAt = await slowUploads(page);
    await uploadAt(300_000);
    // A text, because a film or a sound of zeros would first cause a question: its tags cannot be removed.
    const lecture = {
      name: "Лекция.txt",
      mimeType: "text/plain",
      buffer: Buffer.alloc(3_000_000, "a"),
    };
    await fileInput(page).setInputFiles(lecture);
    const progress = page.getByRole("progressbar", {
      name: text("Uploads.progress", { name: lecture.name }),
    });
    await expect(progress).toHaveAttribute("aria-valuetext", /[\d,]+ KB .+ 2,9 MB, \d+/);
    await page
      .getByRole("button", { name: text("Uploads.cancel", { name: lecture.name }) })
      .click();
    await expect(page.getByText(text("Uploads.cancelled"))).toBeVisible();
    await uploadAt(-1);

    const page2 = { name: "страница.html", mimeType: "text/html", buffer: Buffer.from("<script>") };
    await fileInput(page).setInputFiles([page2, { ...essay, buffer: Buffer.alloc(0) }]);
    await expect(page.getByText(text("Answers.mediaUnsupported"), { exact: true })).toBeVisible();
    await expect(page.getByText(text("Media.refusedEmpty", { name: essay.name }))).toBeVisible();
    await expect(page.getByText(text("Media.emptyOwn"))).toBeVisible();
  },
);

test(
  "a sound plays in its place, fetched in parts",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const member = await newMember(kampus, karimov);
    await addMedia(kampus, member, "Гудок.wav", silence());
    const page = await pageOf(member, routes.profile());
    const part = page.waitForResponse((response) => response.url().includes("/files/media/"));
    await page.getByRole("button", { name: text("Media.play", { name: "Гудок.wav" }) }).click();
    const response = await part;
    expect(response.status()).toBe(206);
    const player = page.getByLabel("Гудок.wav", { exact: true });
    await expect
      .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0);
  },
);

/** A silent sound of two seconds. */
function silence(): Buffer {
  const rate = 8000;
  const header = Buffer.alloc(44);
  const samples = Buffer.alloc(rate * 2, 128);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
