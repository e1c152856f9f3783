/** A phone of the lower middle class, over slow 4G. */
import type { Browser, BrowserContext, CDPSession, Locator, Page } from "@playwright/test";

const cpuSlowdown = 4;
const readyWithinMs = 60_000;

/** Parameters of `Network.emulateNetworkConditions`. */
export const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 1_600_000 / 16,
};

export interface PhoneOwner {
  /** Prepares the browser, as with the cookie of a session. */
  prepare?: (context: BrowserContext) => Promise<void>;
  /** Whether the browser says that its owner saves data, so that nothing is fetched ahead. */
  savesData: boolean;
  /** What a worker fetches for a page is not among what the page fetches. */
  serviceWorkers: "allow" | "block";
}

interface SlowPhone extends AsyncDisposable {
  context: BrowserContext;
  page: Page;
  session: CDPSession;
}

/** Opens a page that nothing has been shown in. */
export async function openSlowPhone(browser: Browser, owner: PhoneOwner): Promise<SlowPhone> {
  await using opening = new AsyncDisposableStack();
  const context = opening.use(
    await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      locale: "ru-RU",
      serviceWorkers: owner.serviceWorkers,
    }),
  );
  context.setDefaultTimeout(readyWithinMs);
  await owner.prepare?.(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowNetwork);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  if (owner.savesData) await page.addInitScript(saveData);
  const opened = opening.move();
  return { context, page, session, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Runs in the page. */
function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}

/** Waits until an element is there and React has made it its own, so that it answers. */
export async function whenHydrated(page: Page, locator: Locator): Promise<void> {
  const found = locator.first();
  await found.waitFor();
  await page.waitForFunction(isHydrated, await found.elementHandle());
}

/** Runs in the page: React marks the elements that it has made its own. */
function isHydrated(element: object | null): boolean {
  return element !== null && Object.keys(element).some((key) => key.startsWith("__reactFiber"));
}
