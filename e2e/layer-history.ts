/** Back as a person presses it: once the entries of what lies over the page have come (lib/browser/history-layers.ts). */
import type { Page } from "@playwright/test";
import { expect } from "#e2e/fixtures.ts";

/** How many layers the history knows of, once it has come to rest. */
export const depthAtRest = (page: Page) =>
  page.evaluate(async () => {
    const depth = () => (window.history.state as { depth?: number } | null)?.depth ?? 0;
    for (let calm = 0, last = depth(); calm < 5; last = depth()) {
      await new Promise(requestAnimationFrame);
      calm = depth() === last ? calm + 1 : 0;
    }
    return depth();
  });

/** Goes back once the history has an entry for each of so many `layers`. */
export async function goBackFrom(page: Page, layers: number): Promise<void> {
  await expect.poll(() => depthAtRest(page)).toBe(layers);
  await page.goBack();
}

/** Leaves for `address` as soon as the entries of what was closed are gone: a step back on its way would stop that. */
export async function goFrom(page: Page, address: string): Promise<void> {
  await expect.poll(() => depthAtRest(page)).toBe(0);
  await page.goto(address);
}
