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
