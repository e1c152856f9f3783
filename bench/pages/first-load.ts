/** What a screen loads when it is opened with an empty cache, and how much it shifts meanwhile. Nothing is tapped. */
import type { Browser, CDPSession, Locator, Page } from "@playwright/test";
import { openSlowPhone, type PhoneOwner, whenHydrated } from "#bench/measure/slow-phone.ts";

/** What is fetched ahead once a page has settled counts too. */
const settleMs = 3000;

interface LoadedScreen extends Pick<PhoneOwner, "prepare" | "savesData"> {
  address: string;
  /** What is there once the screen can be used. */
  content: (page: Page) => Locator;
}

export interface FirstLoad {
  layoutShift: number;
  /** Requests that began before the content was there and answered. */
  requests: number;
  /** Those of the requests that call the back end. */
  calls: number;
  /** Bytes on the wire, headers included, by Chrome's resource type. */
  bytes: Map<string, number>;
}

export async function loadFirst(
  browser: Browser,
  { address, content, ...owner }: LoadedScreen,
): Promise<FirstLoad> {
  await using phone = await openSlowPhone(browser, { ...owner, serviceWorkers: "block" });
  const { page, session } = phone;
  const traffic = countTraffic(session);
  await page.addInitScript(observeShifts);
  await page.goto(address, { waitUntil: "commit" });
  await whenHydrated(page, content(page));
  const { requests, calls } = traffic;
  await page.waitForTimeout(settleMs);
  const layoutShift = (await page.evaluate(() => window.layoutShift)) ?? NaN;
  return { layoutShift, requests, calls, bytes: traffic.bytes };
}

function countTraffic(session: CDPSession) {
  const typeOf = new Map<string, string>();
  const traffic = { requests: 0, calls: 0, bytes: new Map<string, number>() };
  session.on("Network.requestWillBeSent", ({ request }) => {
    if (!request.url.startsWith("http")) return;
    traffic.requests += 1;
    if (/^\/(?:api|messenger)\//.test(new URL(request.url).pathname)) traffic.calls += 1;
  });
  session.on("Network.responseReceived", ({ requestId, type }) => typeOf.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = typeOf.get(requestId) ?? "Other";
    traffic.bytes.set(type, (traffic.bytes.get(type) ?? 0) + encodedDataLength);
  });
  return traffic;
}

declare global {
  interface Window {
    layoutShift?: number;
  }
}

/** Runs in the page. */
function observeShifts(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      window.layoutShift = (window.layoutShift ?? 0) + entry.value; // of all, so never below the score, which takes the worst five seconds
  }).observe({ type: "layout-shift", buffered: true });
}
