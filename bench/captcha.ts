/**
 * `npm run bench -- captcha`: how many of 300 pictures two programs read, a matcher of templates and tesseract
 * (SEC-C4), and how long a picture takes. What people read is no matter of a program: look at some.
 */
import { spawnSync } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { makeTemplates, matchCaptcha } from "#bench/captcha-matcher.ts";
import { reportOn } from "#bench/measure/report.ts";
import { atMost, median, rounded } from "#bench/measure/targets.ts";
import { alphabet, drawCaptcha, randomAnswer } from "#server/captcha/draw-captcha.ts";

const pictures = 300;
const readMaxPercent = 2;
const drawnMaxMs = 300;
/** The number of forms that may be opened at the same moment. */
const atOnce = 20;

const answers = Array.from({ length: pictures }, randomAnswer);
const drawn: { answer: string; png: Buffer }[] = [];
const tookMs: number[] = [];
for (let at = 0; at < answers.length; at += atOnce)
  await Promise.all(
    answers.slice(at, at + atOnce).map(async (answer) => {
      const begun = performance.now();
      drawn.push({ answer, png: await drawCaptcha(answer) });
      tookMs.push(performance.now() - begun);
    }),
  );
const drawing = reportOn("a picture", `drawn ${atOnce} at once`);
drawing.line("median", `${rounded(median(tookMs))} ms`);
drawing.line("longest", atMost(Math.max(...tookMs), drawnMaxMs, " ms"));

const templates = await makeTemplates();
await report(`a matcher of ${templates.length} templates`, (png) => matchCaptcha(png, templates));

if (spawnSync("tesseract", ["--version"]).error)
  console.log("\ntesseract is not installed here and was left out: apt-get install tesseract-ocr");
else {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), "kampus-captcha-"));
  await report("tesseract", (png) => byTesseract(png, path.join(folder.path, "captcha.png")));
}

async function report(name: string, read: (png: Buffer) => Promise<string>): Promise<void> {
  let whole = 0;
  let letters = 0;
  const lettersInAll = answers.join("").length;
  for (const { answer, png } of drawn) {
    const text = await read(png);
    if (text === answer) whole += 1;
    letters += Array.from(answer).filter((letter, at) => letter === text[at]).length;
  }
  const percent = (count: number, of: number) => (100 * count) / of;
  const { line } = reportOn(name);
  const share = atMost(percent(whole, pictures), readMaxPercent, " %");
  line("read", share, `${whole} of ${pictures}`);
  line("letters in their places", `${rounded(percent(letters, lettersInAll))} %`);
}

/** Gives Tesseract what it reads best: large, black on white, one line of the letters that there are. */
async function byTesseract(png: Buffer, file: string): Promise<string> {
  await sharp(png)
    .greyscale()
    .resize(800, 160)
    .threshold(150)
    .extend({ top: 20, bottom: 20, background: "#fff" })
    .toFile(file);
  const { stdout } = spawnSync(
    "tesseract",
    [file, "-", "--psm", "7", "-c", `tessedit_char_whitelist=${alphabet}`],
    { encoding: "utf8" },
  );
  return stdout.replace(/\s/g, "").toLowerCase();
}
