/** One visit with an empty cache on a phone of the lower middle class, over slow 4G. */
import type { Browser, CDPSession, Page } from "@playwright/test";

const network = { latencyMs: 150, bytesPerSecond: 1_600_000 / 8 };
const cpuSlowdown = 4;
/** What is fetched ahead once a page has settled counts too. */
const settleMs = 3000;

export interface MeasuredVisit {
  lcpMs: number;
  layoutShift: number;
  /** Bytes on the wire, headers included, by Chrome's resource type. */
  bytes: Map<string, number>;
}

export async function visit(browser: Browser, address: string): Promise<MeasuredVisit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "ru-RU",
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await slowDown(session);
  const bytes = countBytes(session);
  await page.addInitScript(observeVitals);
  await page.goto(address, { waitUntil: "networkidle" });
  await page.waitForTimeout(settleMs);
  await page.waitForLoadState("networkidle");
  const vitals = await readVitals(page);
  await context.close();
  return { ...vitals, bytes };
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.bytesPerSecond,
    uploadThroughput: network.bytesPerSecond / 2,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
}

function countBytes(session: CDPSession): Map<string, number> {
  const typeOf = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on("Network.responseReceived", ({ requestId, type }) => typeOf.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = typeOf.get(requestId) ?? "Other";
    bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength);
  });
  return bytes;
}

interface Vitals {
  lcpMs: number;
  layoutShift: number;
}

declare global {
  interface Window {
    vitals?: Vitals;
  }
}

/** Runs in the page. */
function observeVitals(): void {
  const vitals = (window.vitals = { lcpMs: 0, layoutShift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) vitals.lcpMs = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      vitals.layoutShift += entry.value; // of all, so never below the score, which takes the worst five seconds
  }).observe({ type: "layout-shift", buffered: true });
}

async function readVitals(page: Page): Promise<Vitals> {
  return (await page.evaluate(() => window.vitals)) ?? { lcpMs: NaN, layoutShift: NaN };
}
