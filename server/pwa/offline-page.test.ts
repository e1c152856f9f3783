/** What the worker answers where nothing was kept and no page comes, in a simulated browser. */
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { translatorFor } from "#server/infra/translations.ts";
import { serviceWorker } from "#server/pwa/routes.ts";

const origin = "http://profile.kampus.localhost";
const away = () => Promise.reject(new TypeError("Failed to fetch"));

interface Browser {
  onLine: boolean;
  answer?: () => Promise<Response>;
}

/** The answer of the worker to a page that was never opened. */
async function opened(locale: string, { onLine, answer = away }: Browser): Promise<Response> {
  const listeners = new Map<string, (event: object) => void>();
  runInNewContext(serviceWorker({ brand: "Kampus" }), {
    URL,
    Response,
    crypto,
    Promise,
    setTimeout,
    addEventListener: (kind: string, listener: (event: object) => void) =>
      listeners.set(kind, listener),
    self: { location: { origin }, navigator: { onLine } },
    caches: { open: () => Promise.resolve({ match: () => Promise.resolve(undefined) }) },
    fetch: answer,
  });
  const { promise, resolve } = Promise.withResolvers<Response>();
  listeners.get("fetch")?.({
    request: {
      method: "GET",
      mode: "navigate",
      headers: new Headers(),
      url: `${origin}/${locale}/friends`,
    },
    respondWith: (given: Promise<Response>) => resolve(given),
    waitUntil: () => undefined,
  });
  return promise;
}

/** The visible text of the page that the worker answers. */
const shownIn = (html: string) =>
  [...html.matchAll(/<section data-state="\w+"( hidden)?>([^]*?)<\/section>/g)]
    .filter(([, hidden]) => hidden === undefined)
    .map(([, , text = ""]) => text.replaceAll(/<[^>]+>/g, "").trim());

describe.each(locales)("a page in %s that was never opened", (locale) => {
  const t = translatorFor(locale);
  const unanswered = t("Offline.unansweredTitle", { brand: t("Site.brand") });

  it("says that the device is offline", async () => {
    const html = await (await opened(locale, { onLine: false })).text();
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html).toContain(`<title>${t("Offline.title")}</title>`);
    expect(shownIn(html)).toEqual([t("Offline.title") + t("Offline.text")]);
  });

  it.each([
    ["nothing comes", away],
    ["a proxy has no server behind it", async () => new Response("", { status: 502 })],
  ])("says that Kampus does not answer where there is a network and %s", async (_, answer) => {
    const page = await opened(locale, { onLine: true, answer });
    const html = await page.text();
    expect(page.status).toBe(503);
    expect(html).toContain(`<title>${unanswered}</title>`);
    expect(shownIn(html)).toEqual([unanswered + t("Offline.unansweredText")]);
  });
});

it("a page that the server answers is left as it is", async () => {
  const answer = async () => new Response("missing", { status: 404 });
  const page = await opened("ru", { onLine: true, answer });
  expect([page.status, await page.text()]).toEqual([404, "missing"]);
});

describe("the page of a device that cannot reach Kampus", () => {
  it("runs its own script alone, and reaches its own host alone", async () => {
    const page = await opened("ru", { onLine: false });
    const policy = page.headers.get("content-security-policy") ?? "";
    const [, nonce] = /<script nonce="([\w-]+)">/.exec(await page.text()) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'nonce-${nonce}';`);
    expect(policy).toContain("connect-src 'self'");
    const other = await opened("ru", { onLine: false });
    expect(await other.text()).not.toContain(nonce);
  });

  it("opens by itself once the server answers, asking ever more rarely until then", async () => {
    const page = await openPage({ onLine: true });
    const pauses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      pauses.push(page.pauseMs());
      await page.wake();
    }
    expect(page.reloads()).toBe(0);
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    page.browser.answer = async () => new Response(null, { status: 502 });
    await page.wake();
    expect(page.reloads()).toBe(0);
    page.browser.answer = async () => new Response(null, { status: 200 });
    await page.wake();
    expect(page.reloads()).toBe(1);
  });

  it("asks at once when the device is back, and says meanwhile what is away", async () => {
    const page = await openPage({ onLine: false });
    expect(page.shown()).toEqual(["offline"]);
    await page.become({ onLine: true });
    expect([page.shown(), page.reloads()]).toEqual([["unanswered"], 0]);
    await page.become({ onLine: false });
    expect(page.shown()).toEqual(["offline"]);
    page.browser.answer = async () => new Response(null, { status: 200 });
    await page.become({ onLine: true });
    expect(page.reloads()).toBe(1);
  });
});

/** Runs the script of the page in a simulated window. */
async function openPage(browser: Browser) {
  const html = await (await opened("ru", browser)).text();
  const [, script = ""] = /<script nonce="[\w-]+">([^]*?)<\/script>/.exec(html) ?? [];
  const sections = ["offline", "unanswered"].map((state) => ({
    dataset: { state },
    hidden: false,
    firstElementChild: { textContent: state },
  }));
  const listeners = new Map<string, () => void>();
  const timers: { ms: number; run: () => unknown }[] = [];
  let reloads = 0;
  runInNewContext(script, {
    document: { querySelectorAll: () => sections, title: "" },
    navigator: browser,
    location: { href: `${origin}/ru/friends`, reload: () => (reloads += 1) },
    fetch: () => (browser.answer ?? away)(),
    addEventListener: (kind: string, listener: () => void) => listeners.set(kind, listener),
    setTimeout: (run: () => unknown, ms: number) => timers.push({ ms, run }),
    clearTimeout: () => undefined,
    Math: { min: Math.min, random: () => 0.5 },
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    browser,
    reloads: () => reloads,
    pauseMs: () => timers.at(-1)?.ms,
    shown: () => sections.filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.state),
    wake: async () => {
      timers.at(-1)?.run();
      await settled();
    },
    become: async ({ onLine }: Pick<Browser, "onLine">) => {
      browser.onLine = onLine;
      listeners.get(onLine ? "online" : "offline")?.();
      await settled();
    },
  };
}
