import type { Locator, Page } from "@playwright/test";
import { expect } from "#e2e/fixtures.ts";

/** Expects that no bubble, form or header is wider than the screen, and that `last` is fully visible. */
export async function expectFits(page: Page, last: Locator): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  await expect(last).toBeInViewport({ ratio: 1 });
  const overhang = () =>
    page.evaluate(
      (edge) =>
        Math.max(
          ...Array.from(
            document.querySelectorAll("[data-bubble] > div, form, header"),
            (element) => element.getBoundingClientRect().right - edge,
          ),
        ),
      width,
    );
  await expect.poll(overhang).toBeLessThanOrEqual(0);
}
