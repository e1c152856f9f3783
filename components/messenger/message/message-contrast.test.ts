import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

type Color = readonly number[];

const sheetOf = (name: string) =>
  readFile(`components/messenger/message/${name}.module.css`, "utf8");

/** The declarations of the rule with just this selector. */
function ruleOf(sheet: string, selector: string): string {
  const from = `\n${sheet}`.indexOf(`\n${selector} {\n`);
  expect(from, selector).toBeGreaterThanOrEqual(0);
  return sheet.slice(from, sheet.indexOf("\n}", from));
}

/** The colours of a scheme; what the dark one does not name is that of the light one. */
async function colorsOf(scheme: "light" | "dark") {
  const theme = await readFile("components/layout/theme.css", "utf8");
  const colors = new Map<string, Color>();
  for (const one of ["light", "dark"].slice(0, scheme === "light" ? 1 : 2)) {
    const rule = ruleOf(theme, `:root[data-mantine-color-scheme="${one}"]`);
    for (const [, name = "", value = ""] of rule.matchAll(/--kampus-([\w-]+): #([\da-f]{6});/gu))
      colors.set(
        name,
        [0, 2, 4].map((at) => parseInt(value.slice(at, at + 2), 16)),
      );
  }
  return (name: string): Color => colors.get(name) ?? [];
}

const mixed = (percent: number, one: Color, other: Color): Color =>
  one.map((part, at) => (part * percent + (other[at] ?? NaN) * (100 - percent)) / 100);

function luminance(color: Color): number {
  const [red = NaN, green = NaN, blue = NaN] = color.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21 (WCAG 2.2, 1.4.3). */
function contrast(one: Color, other: Color): number {
  const [darker = NaN, lighter = NaN] = [one, other].map(luminance).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

it.each(["light", "dark"] as const)(
  "the quote of a photo or of a deleted message can be read in an own message in the %s scheme",
  async (scheme) => {
    const color = await colorsOf(scheme);
    const sheet = await sheetOf("message-quote");
    const percentIn = (selector: string, of: string) =>
      Number(RegExp(`--kampus-${of}\\) (\\d+)%`, "u").exec(ruleOf(sheet, selector))?.[1]);
    const fill = percentIn('[data-own="true"] .root', "accent");
    const words = percentIn('[data-own="true"] .text[data-plain]', "ink-2");
    const behind = mixed(fill, color("accent"), color("own-bubble"));
    expect(contrast(mixed(words, color("ink-2"), color("ink")), behind)).toBeGreaterThan(4.5);
    expect(contrast(color("accent-text"), behind)).toBeGreaterThan(4.5);
  },
);

it("the tint of a selected message lies behind its bubble, not over the text", async () => {
  const sheet = await sheetOf("message-bubble");
  expect(ruleOf(sheet, ".choose")).not.toMatch(/background/u);
  const tint = ruleOf(sheet, ".root:has(> .choose:hover, .box:checked)::before");
  expect(tint).toMatch(/background-color: [^;]+accent[^]+opacity: 1;/u);
  expect(ruleOf(sheet, ".root::before")).toMatch(/z-index: -1;/u);
});
