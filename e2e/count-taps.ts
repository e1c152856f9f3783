import type { Page } from "@playwright/test";

/** Counts what a finger does on the page from now on, across its addresses. */
export async function countTaps(page: Page): Promise<{ taps: number }> {
  const counted = { taps: 0 };
  await page.exposeFunction("countTap", () => {
    counted.taps += 1;
  });
  await page.addInitScript(() => {
    addEventListener(
      "click",
      ({ isTrusted, detail }) => {
        if (isTrusted && detail > 0) (Reflect.get(window, "countTap") as () => void)();
      },
      { capture: true },
    );
  });
  return counted;
}
