import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What axe finds on the page, or in a part of it: its rules, each with the elements that break it. */
export async function accessibilityFaults(page: Page, part?: string): Promise<string[]> {
  // What fades in or out while axe looks has too little contrast.
  const moves = await page.evaluate(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  if (moves) await page.emulateMedia({ reducedMotion: "reduce" });
  await whenStill(page);
  // Only faults are asked for. Without frames, the second page that would gather their results is not needed either.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  if (moves) await page.emulateMedia({ reducedMotion: "no-preference" });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

export async function expectAccessible(page: Page, part?: string): Promise<void> {
  expect(await accessibilityFaults(page, part)).toEqual([]);
}

/** The journey goes on after a fault, so that it names those of all its screens. */
export async function auditScreen(page: Page, name: string): Promise<void> {
  expect.soft(await accessibilityFaults(page), name).toEqual([]);
  await expectNoSideways(page, name);
  expect.soft(await page.evaluate(zoomedFields), `${name}: fields of small text`).toEqual([]);
  await expectNothingCut(page, name);
}

/** Runs in the page: the fields on a touch screen to which iOS would zoom in, and leave the page so. */
function zoomedFields(): string[] {
  if (!matchMedia("(pointer: coarse)").matches) return [];
  const fields = document.querySelectorAll<HTMLElement>(
    "input:not([type=checkbox], [type=radio], [type=file]), textarea, select",
  );
  return Array.from(fields)
    .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map(({ outerHTML }) => outerHTML);
}

/** For a reader who doubled the font of the browser (WCAG 1.4.4). */
async function expectNothingCut(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const setFontPx = (standard: number) =>
    browser.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
  await setFontPx(32);
  expect.soft(await page.evaluate(cutTexts), `${name}: texts cut at the doubled font`).toEqual([]);
  await setFontPx(16);
  await browser.detach();
}

/**
 * Runs in the page: the texts of which a part lies behind the edge of what clips them. An ellipsis says so itself, what
 * scrolls can show the rest, and what is tiny, clipped away, or above the page until it has the focus, is for screen readers.
 */
function cutTexts(): string[] {
  const tinyPx = 2; // a pixel at the usual size of the font
  const clips = (overflow: string) => overflow === "hidden" || overflow === "clip";
  const isCut = (text: Node) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const inner = range.getBoundingClientRect();
    if (inner.width === 0 || inner.bottom <= 0) return false;
    for (let around = text.parentElement; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      const outer = around.getBoundingClientRect();
      if (style.visibility === "hidden" || outer.width <= tinyPx) return false;
      if (style.clipPath !== "none") return false;
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") return false;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return false;
      const beside = inner.right > outer.right + 1 || inner.left < outer.left - 1;
      const below = inner.bottom > outer.bottom + 1 || inner.top < outer.top - 1;
      if ((clips(style.overflowX) && beside) || (clips(style.overflowY) && below)) return true;
    }
    return false;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut: string[] = [];
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const words = currentNode.nodeValue?.trim();
    if (words && isCut(currentNode)) cut.push(words);
  }
  return cut;
}

export async function expectNoSideways(page: Page, name: string): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect.soft(sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Waits for what has begun to move. A spinner never ends. */
const whenStill = (page: Page) =>
  page.evaluate(async () => {
    const fading = document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
