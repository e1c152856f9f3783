import { randomInt } from "node:crypto";
import sharp from "sharp";
import svgCaptcha from "svg-captcha";
import { captchaHeightPx, captchaWidthPx } from "#lib/captcha/schema.ts";

/** Digits and letters that are not mistaken for one another and stand on the line. */
const alphabet = "2345678abcdefhkmnrtvwx";
const inks = ["#0b5f59", "#2f4f8f", "#7a3d1d", "#5b3a8c", "#8a2f4f"];
const length = 5;

// The package is a function of a text, which its types leave out; its own texts come from Math.random.
const drawText = svgCaptcha as unknown as (text: string, options: object) => string;

export function randomAnswer(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** A PNG of 200×40 pixels that shows the answer (specification §9). */
export async function drawCaptcha(answer: string): Promise<Buffer> {
  const svg = drawText(answer, {
    width: captchaWidthPx,
    height: captchaHeightPx,
    fontSize: 46,
    noise: 2,
    background: "#eef3f1",
  });
  // The package's letters are thin outlines in any colour, pale ones too: filled and in ink they can be read.
  const inked = svg.replace(/<path fill="[^"]*"/g, () => {
    const ink = inks[randomInt(inks.length)];
    return `<path fill="${ink}" stroke="${ink}" stroke-width="1.8"`;
  });
  return sharp(Buffer.from(inked))
    .resize(captchaWidthPx, captchaHeightPx, { fit: "fill" })
    .png({ palette: true, colours: 16, effort: 10 })
    .toBuffer();
}
