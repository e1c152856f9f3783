import { randomInt } from "node:crypto";
import sharp from "sharp";
import svgCaptcha from "svg-captcha";
import { captchaHeightPx, captchaWidthPx } from "#lib/captcha/schema.ts";

/** Digits and letters that are not mistaken for one another. */
const alphabet = "23456789abcdefghkmnpqrstuvwxyz";
const length = 5;

// The package is a function of a text, which its types leave out; its own texts come from Math.random.
const drawText = svgCaptcha as unknown as (text: string, options: ConfigObject) => string;
type ConfigObject = Parameters<typeof svgCaptcha.create>[0];

export function randomAnswer(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** A PNG of 200×40 pixels that shows the answer (specification §9). */
export async function drawCaptcha(answer: string): Promise<Buffer> {
  const svg = drawText(answer, {
    width: captchaWidthPx,
    height: captchaHeightPx,
    fontSize: 44,
    noise: 3,
    color: true,
    background: "#eef3f1",
  });
  return sharp(Buffer.from(svg))
    .resize(captchaWidthPx, captchaHeightPx, { fit: "fill" })
    .png({ palette: true })
    .toBuffer();
}
