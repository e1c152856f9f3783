import type { Page } from "@playwright/test";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { expect, text } from "#e2e/fixtures.ts";

/** What a phone reads from the QR code that is shown. */
export async function readQrCode(page: Page): Promise<string> {
  const code = page.getByRole("img", { name: text("Invitations.qrCode") });
  await expect(code.locator("path")).toBeAttached();
  const figure = page.getByRole("figure").filter({ has: code });
  const { data, info } = await sharp(await figure.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}
