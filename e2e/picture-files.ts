/** Pictures to choose, drop and paste, and the elements that receive and upload them. */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { text } from "#e2e/fixtures.ts";

interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture of one colour; "noise" is as large as a photograph. */
export async function jpegFile(
  name: string,
  colour: string,
  width: number,
  height: number,
): Promise<GivenFile> {
  const background = colour === "noise" ? "grey" : colour;
  const plain = { width, height, channels: 3 as const, background };
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const create = colour === "noise" ? { ...plain, noise } : plain;
  const buffer = await sharp({ create }).jpeg({ quality: 95 }).toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

/** By the button, because the system's dialog cannot be driven. */
export const chooseFiles = (page: Page, ...files: GivenFile[]) =>
  page.locator("input[type=file][accept*=jpeg]").setInputFiles(files);

/** A document of about that many bytes. */
export const pdfFile = (name: string, sizeBytes: number): GivenFile => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(`%PDF-1.4\n${" ".repeat(sizeBytes)}\n%%EOF\n`),
});

/** Drops into the field of a conversation, or onto the conversation. */
export const bringToChat = (page: Page, how: "paste" | "drop", file: GivenFile) =>
  bring(page, how, file, how === "paste" ? "textarea" : "section:has(form textarea)");

/** From the clipboard, or from another window. */
export async function bring(
  page: Page,
  how: "paste" | "drop",
  { name, mimeType, buffer }: GivenFile,
  selector = how === "drop" ? ".mantine-Dropzone-root" : "body",
): Promise<void> {
  const file = { base64: buffer.toString("base64"), name, type: mimeType };
  await page.evaluate(
    ({ how, selector, base64, name, type }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type }));
      const target = document.querySelector(selector);
      target?.dispatchEvent(
        how === "drop"
          ? new DragEvent(how, { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent(how, { clipboardData: transfer, bubbles: true, cancelable: true }),
      );
    },
    { how, selector, ...file },
  );
}

/** Returns a function that limits what the page uploads to so many bytes a second; -1 ends that. */
export async function slowUploads(page: Page) {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  return (uploadThroughput: number) =>
    network.send("Network.emulateNetworkConditions", {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput,
    });
}

export const uploadRow = (page: Page, name: string) =>
  page
    .getByRole("list", { name: text("Uploads.list") })
    .getByRole("listitem")
    .filter({ hasText: name });

/** The images of the album, as buttons. */
export const albumOf = (page: Page) =>
  page
    .getByRole("region", { name: text("ImageSettings.albumTitle") })
    .getByRole("list", { name: text("Images.title") })
    .locator("[data-image]");
