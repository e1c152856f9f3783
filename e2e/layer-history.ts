/**
 * Goes back as a person does: once the history entries of the layers over the page exist
 * (lib/browser/history-layers.ts).
 */
import type { Page } from "@playwright/test";
import { expect } from "#e2e/fixtures.ts";

/** The number of layers in the history, once it has come to rest. */
export const depthAtRest = (page: Page) =>
  page.evaluate(async () => {
    const depth = () => (window.history.state as { depth?: number } | null)?.depth ?? 0;
    for (let calm = 0, last = depth(); calm < 5; last = depth()) {
      await new Promise(requestAnimationFrame);
      calm = depth() === last ? calm + 1 : 0;
    }
    return depth();
  });

/** Goes back once the history has an entry for each of `layers` open layers. */
export async function goBackFrom(page: Page, layers: number): Promise<void> {
  await expect.poll(() => depthAtRest(page)).toBe(layers);
  await page.goBack();
}

/**
 * Navigates to `address` once the entries of closed layers are gone, because a step back under way would cancel that.
 */
export async function goFrom(page: Page, address: string): Promise<void> {
  await expect.poll(() => depthAtRest(page)).toBe(0);
  await page.goto(address);
}
