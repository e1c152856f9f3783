/** Visits on a phone of the lower middle class, over slow 4G: one with an empty cache, and the same page once more. */
import type { Browser, BrowserContext, CDPSession, Locator, Page } from "@playwright/test";

const network = { latencyMs: 150, bytesPerSecond: 1_600_000 / 8 };
const cpuSlowdown = 4;
/** What is fetched ahead once a page has settled counts too. */
const settleMs = 3000;
const usableWithinMs = 60_000;

interface VisitedScreen {
  address: string;
  /** Prepares the browser, as with the cookie of a session. */
  prepare?: (context: BrowserContext) => Promise<void>;
  /** What is there, and answers to input, once the screen can be used. */
  usable: (page: Page) => Locator;
  /** Whether the browser says that its owner saves data, so that nothing is fetched ahead. */
  savesData: boolean;
}

export interface MeasuredVisit {
  firstContentMs: number;
  lcpMs: number;
  layoutShift: number;
  usableMs: number;
  /** When the second visit can be used, whose scripts and fonts are cached. */
  usableAgainMs: number;
  /** Requests that began before the screen was usable. */
  requests: number;
  /** Those of the requests that call the back end. */
  calls: number;
  /** Bytes on the wire, headers included, by Chrome's resource type. */
  bytes: Map<string, number>;
}

export async function visit(browser: Browser, screen: VisitedScreen): Promise<MeasuredVisit> {
  await using context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "ru-RU",
    serviceWorkers: "block", // what a worker fetches for the page would not be counted
  });
  await screen.prepare?.(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await slowDown(session);
  const traffic = countTraffic(session);
  await page.addInitScript(observeVitals);
  if (screen.savesData) await page.addInitScript(saveData);
  const usableMs = await open(page, screen);
  const { requests, calls } = traffic;
  await page.waitForTimeout(settleMs);
  const vitals = await readVitals(page);
  const bytes = new Map(traffic.bytes);
  const usableAgainMs = await open(page, screen);
  return { ...vitals, usableMs, usableAgainMs, requests, calls, bytes };
}

/** Milliseconds until the screen is usable. */
async function open(page: Page, { address, usable }: VisitedScreen): Promise<number> {
  const startedAt = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  const found = usable(page).first();
  await found.waitFor({ timeout: usableWithinMs });
  const element = await found.elementHandle();
  await page.waitForFunction(isHydrated, element, { timeout: usableWithinMs });
  return performance.now() - startedAt;
}

/** Runs in the page: React marks the elements that it has made its own. */
function isHydrated(element: object | null): boolean {
  return element !== null && Object.keys(element).some((key) => key.startsWith("__reactFiber"));
}

/** Runs in the page. */
function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
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

interface Vitals {
  firstContentMs: number;
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
  const vitals = (window.vitals = { firstContentMs: NaN, lcpMs: 0, layoutShift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName("first-contentful-paint"))
      vitals.firstContentMs = entry.startTime;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) vitals.lcpMs = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      vitals.layoutShift += entry.value; // of all, so never below the score, which takes the worst five seconds
  }).observe({ type: "layout-shift", buffered: true });
}

async function readVitals(page: Page): Promise<Vitals> {
  const none = { firstContentMs: NaN, lcpMs: NaN, layoutShift: NaN };
  return (await page.evaluate(() => window.vitals)) ?? none;
}
