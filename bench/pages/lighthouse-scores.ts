/** What Lighthouse says of a screen. It simulates the same network and slow-down that the slow phone has. */
import type { Browser } from "@playwright/test";
import lighthouse from "lighthouse";
import type { sessionCookie } from "#e2e/members.ts";

export interface LighthouseScore {
  title: string;
  points: number;
  /** What took points away, with its measure. */
  faults: string[];
}

/** Of the whole screen for search engines and for the eye; of one that is signed in, how fast it is. */
export const leastPoints = {
  visitor: { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 },
  member: { performance: 90 },
};

/**
 * `least`: the points of each category that is asked for. Lighthouse opens a page of its own in the first context of the
 * browser, which gets the cookie of the session: a header would not do, because the page reads the cookie itself.
 */
export async function scoresOf(
  { browser, debuggingPort }: { browser: Browser; debuggingPort: number },
  address: string,
  least: Record<string, number>,
  cookie?: ReturnType<typeof sessionCookie>,
): Promise<(LighthouseScore & { least: number })[]> {
  const devtools = await browser.newBrowserCDPSession();
  await devtools.send("Storage.setCookies", { cookies: cookie ? [cookie] : [] });
  const result = await lighthouse(address, {
    port: debuggingPort,
    onlyCategories: Object.keys(least),
    logLevel: "silent",
  }).finally(() => devtools.send("Storage.clearCookies"));
  await devtools.detach();
  if (!result) throw new Error("Lighthouse said nothing");
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== address) throw new Error(`Lighthouse was led to ${finalDisplayedUrl}`);
  return Object.entries(least).map(([category, leastOfIt]) => {
    const { score, title = category, auditRefs = [] } = categories[category] ?? {};
    const faults = auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? audits[id]?.title ?? ""}`);
    return { title, points: Math.round((score ?? 0) * 100), faults, least: leastOfIt };
  });
}
