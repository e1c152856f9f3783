// @ts-check
/**
 * `node scripts/subset-fonts.mjs`: makes the three small files of the typeface that every page shows, and those by which
 * the server draws pictures; run when it changes.
 */
import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";
import { inRoot } from "./project/paths.mjs";

const source = "node_modules/@fontsource-variable/onest/files";
const target = "components/layout/fonts";

/** Must match the ranges of components/layout/fonts/onest.css. */
const subsets = {
  latin: { script: "latin", text: `${range(0x20, 0x7e)}\u00a0«»·×°–—‘’“”„•…→−ʻʼ` },
  cyrillic: { script: "cyrillic", text: `${range(0x410, 0x44f)}ЁёЎў№` },
  uzbek: { script: "cyrillic-ext", text: "ҒғҚқҲҳ" },
};

for (const [name, { script, text }] of Object.entries(subsets)) {
  const whole = await readFile(inRoot(`${source}/onest-${script}-wght-normal.woff2`));
  const subset = await subsetFont(whole, text, {
    targetFormat: "woff2",
    // The weights of theme.css and theme.ts lie between these; figures of one width are for counters.
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures: ["ccmp", "kern", "locl", "mark", "tnum"],
  });
  await writeFile(inRoot(`${target}/onest-${name}.woff2`), subset);
  console.log(`${target}/onest-${name}.woff2: ${subset.length} bytes instead of ${whole.length}`);
}

const drawnTarget = "server/invitations/picture/typeface";

/** Letters of neighbouring languages too, since names are drawn as their members write them. */
const drawn = {
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”„•…→−ʻʼ`,
  cyrillic: `${range(0x400, 0x45f)}№`,
  "latin-ext": range(0x100, 0x17f),
  "cyrillic-ext": range(0x460, 0x52f),
};

for (const [script, text] of Object.entries(drawn))
  for (const weight of [500, 700]) {
    const whole = await readFile(inRoot(`${source}/onest-${script}-wght-normal.woff2`));
    // The reader of these files knows neither WOFF 2 nor variable weights.
    const options = { targetFormat: "woff", variationAxes: { wght: weight }, keepFeatures: [] };
    const file = `${drawnTarget}/onest-${script}-${weight}.woff`;
    await writeFile(inRoot(file), await subsetFont(whole, text, options));
    console.log(file);
  }

/** @param {number} first @param {number} last */
function range(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}
