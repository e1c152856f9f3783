/**
 * When a screen can be used: a finger taps a control of it, and what the control does becomes visible. At a first visit
 * with an empty cache, and at the next one, whose files the service worker and the browser have kept.
 */
import type { Browser, Locator, Page } from "@playwright/test";
import { openSlowPhone, type PhoneOwner, whenHydrated } from "#bench/measure/slow-phone.ts";
import { slowWorkerDown } from "#bench/pages/slow-worker.ts";
import { colorSchemeCookie } from "#lib/browser/cookie-names.ts";

/** A finger taps once more when a tap that the page has heard has done nothing for so long. */
const patienceMs = 2000;
const answeredWithinMs = 60_000;

export interface FirstTap {
  control: (page: Page) => Locator;
  /** A selector of what only the answer shows. */
  answer: string;
}

interface TappedScreen extends Pick<PhoneOwner, "prepare" | "savesData"> {
  address: string;
  /** What must be there before the tap. */
  content: (page: Page) => Locator;
  tap: FirstTap;
  /** Whether it is measured when everything is in place: not every screen has a skeleton. */
  isPlaced: boolean;
  /** The port by which the service worker of the browser is reached. */
  debuggingPort: number;
}

/** In milliseconds since the navigation. */
export interface TappedVisits {
  firstContentMs: number;
  /** Of what was painted before the tap: a browser counts no further. */
  lcpMs: number;
  /** When nothing is loading any more in what the screen shows; NaN where it is not measured. */
  inPlaceMs: number;
  usableMs: number;
  usableAgainMs: number;
}

export async function visitAndTap(
  browser: Browser,
  { address, content, tap, isPlaced, debuggingPort, ...owner }: TappedScreen,
): Promise<TappedVisits> {
  await using phone = await openSlowPhone(browser, { ...owner, serviceWorkers: "allow" });
  const { context, page } = phone;
  await page.addInitScript(observePaints);
  await page.addInitScript(countClicks);
  const begun = context.waitForEvent("serviceworker");
  const slowed = begun.then((worker) => slowWorkerDown(debuggingPort, worker.url()));
  await page.goto(address, { waitUntil: "commit" });
  const inPlace = isPlaced ? page.waitForFunction(placedAt) : null;
  const usableMs = await tapUntilAnswered(page, content, tap);
  const inPlaceMs = (await (await inPlace)?.jsonValue()) ?? NaN;
  const paints = (await page.evaluate(() => window.paints)) ?? { firstContentMs: NaN, lcpMs: NaN };

  const worker = await slowed;
  await page.waitForFunction(isKept, null, { polling: 100 });
  await context.clearCookies({ name: colorSchemeCookie }); // where the first tap chose the other one
  await page.goto(address, { waitUntil: "commit" });
  const usableAgainMs = await tapUntilAnswered(page, content, tap);
  worker.forget();
  return { ...paints, inPlaceMs, usableMs, usableAgainMs };
}

/**
 * Taps the control as soon as the content is there and React has made the control its own, and once more where the tap came
 * a moment too early; answers when it was answered, in milliseconds since the navigation, by the clock of the page. The page
 * itself watches for the answer meanwhile: each question to a page that is busy would delay what is measured.
 */
async function tapUntilAnswered(
  page: Page,
  content: TappedScreen["content"],
  { control, answer }: FirstTap,
): Promise<number> {
  const tapped = control(page).first();
  await Promise.all([content(page).first().waitFor(), whenHydrated(page, tapped)]);
  const deadline = performance.now() + answeredWithinMs;
  for (let taps = 1; performance.now() < deadline; taps += 1) {
    const answered = page.evaluate(whenShown, { selector: answer, taps, patienceMs });
    // What has answered meanwhile may have another name, and must not be tapped back.
    const box = await Promise.race([tapped.boundingBox(), answered.then(() => null)]);
    if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    const answeredMs = await answered;
    if (answeredMs !== null) return answeredMs;
  }
  throw new Error(`No tap was answered by ${answer}`);
}

interface AwaitedAnswer {
  selector: string;
  taps: number;
  patienceMs: number;
}

/**
 * Runs in the page: the frame that shows the answer, in milliseconds since the navigation; null if none does within
 * `patienceMs` of the page's `taps`-th click event. The time counts from that event, because a busy page gets it late,
 * and another tap could undo the first.
 */
async function whenShown({ selector, taps, patienceMs }: AwaitedAnswer): Promise<number | null> {
  const isShown = () =>
    [...document.querySelectorAll(selector)].some((found) => found.checkVisibility());
  let heardMs = Infinity;
  for (;;) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    if (isShown()) return now;
    if ((window.clicks ?? 0) >= taps) heardMs = Math.min(heardMs, now);
    if (now > heardMs + patienceMs) return null;
  }
}

/** Runs in the page: skeletons are statuses with a name. */
function placedAt(): number {
  const isInSight = (element: Element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < window.innerHeight;
  };
  const waits = [...document.querySelectorAll("main [role=status][aria-label]")].some(isInSight);
  const isPainted = [...document.images].filter(isInSight).every(({ complete }) => complete);
  const isThere = [...document.querySelectorAll("main h1, main h2")].some(isInSight);
  return isThere && isPainted && !waits ? performance.now() : 0;
}

/** Runs in the page: whether the worker has what opens it, of which it keeps the page last (server/pwa). */
async function isKept(): Promise<boolean> {
  const kept = await Promise.all(
    (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
  );
  const paths = kept.flat().map(({ url }) => new URL(url).pathname);
  return (
    paths.includes("/config.js") &&
    paths.some((path) => path !== "/config.js" && !path.startsWith("/_next/"))
  );
}

interface Paints {
  firstContentMs: number;
  lcpMs: number;
}

declare global {
  interface Window {
    paints?: Paints;
    /** Of a finger, as heard by the page. */
    clicks?: number;
  }
}

/** Runs in the page. */
function observePaints(): void {
  const paints = (window.paints = { firstContentMs: NaN, lcpMs: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName("first-contentful-paint"))
      paints.firstContentMs = entry.startTime;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paints.lcpMs = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}

/** Runs in the page. */
function countClicks(): void {
  window.clicks = 0;
  const count = ({ isTrusted }: MouseEvent) => {
    if (isTrusted) window.clicks = (window.clicks ?? 0) + 1;
  };
  window.addEventListener("click", count, { capture: true });
}
