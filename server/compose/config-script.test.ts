import { createContext, runInContext } from "node:vm";
import { afterEach, expect, it, vi } from "vitest";
import { earlyCallsGlobal, earlyPathsOf } from "#lib/api/early-calls.ts";
import { type RuntimeConfig, runtimeConfigGlobal } from "#lib/config/schema.ts";
import { locales } from "#lib/i18n/locales.ts";
import { surfaceOf } from "#lib/site/surfaces.ts";
import { configScript } from "#server/compose/config-script.ts";

const texts = Object.fromEntries(
  locales.map((locale) => [locale, `Работы "ночью" \\ </script> ${locale}`]),
);
const deployment = { rootDomain: "localhost", scheme: "http", port: "" } as const;

interface Page {
  locale?: string;
  /** The address of the page, on the surface of people. */
  address?: string;
  cookie?: string;
  leftMs?: number;
  /** How much later it is by the clock of the device than by that of the server. */
  aheadMs?: number;
  /** What the browser says of how it got the script. */
  timing?: { transferSize: number; workerStart: number };
  hasMailbox?: boolean;
  smsUrl?: string;
  network?: () => Promise<Response>;
  /** What the tab has stored. */
  tab?: Record<string, number>;
  onLine?: boolean;
}

/** What the script changes in a page before the first paint. */
function begin({
  locale = "ru",
  cookie = "token=secret",
  leftMs = 60_000,
  aheadMs = 0,
  timing = { transferSize: 0, workerStart: 0 },
  address = "http://profile.localhost/ru/settings",
  hasMailbox = false,
  smsUrl,
  network = () => Promise.resolve(Response.json({})),
  tab = {},
  onLine = true,
}: Page) {
  const calls: { path: string; token: string | undefined }[] = [];
  const fetch = (path: string, { headers }: { headers: Record<string, string> }) => {
    calls.push({ path, token: headers.Authorization });
    return network();
  };
  const attributes: string[] = [];
  const style: Record<string, string> = {};
  const documentElement = {
    lang: locale,
    setAttribute: (name: string) => attributes.push(name),
    style: { setProperty: (name: string, value: string) => (style[name] = value) },
  };
  const window: Record<string, unknown> = { location: new URL(address) };
  const node = {};
  const hearing: ((event: object) => void)[] = [];
  let reloads = 0;
  const surface = surfaceOf(new URL(address).host, deployment.rootDomain);
  const ends_at = new Date(Date.now() + leftMs).toISOString();
  const env = {
    deployment,
    accountDomains: ["a.example"] as [string],
    brand: "Kampus",
    hasMailbox,
    smsUrl,
  };
  const announcement = { id: 7, texts, ends_at };
  const script = configScript(env, { surface, announcement, registrationClosed: false });
  if (aheadMs > 0) vi.useFakeTimers({ now: Date.now() + aheadMs, toFake: ["Date"] });
  const src = "http://profile.localhost/config.js";
  runInContext(
    script,
    createContext({
      window,
      document: { cookie, documentElement, currentScript: { src } },
      performance: { getEntriesByName: (name: string) => (name === src ? [timing] : []) },
      matchMedia: () => ({ matches: false }),
      ...{ fetch, AbortController, Date, Node: { prototype: node } },
      ...{ sessionStorage: tab, navigator: { onLine }, location: { reload: () => (reloads += 1) } },
      addEventListener: (type: string, hear: (event: object) => void, capture: boolean) =>
        type === "error" && capture && hearing.push(hear),
    }),
  );
  return {
    shows: attributes.includes("data-announcement"),
    text: style["--announcement"],
    attributes,
    node,
    calls,
    config: window[runtimeConfigGlobal],
    early: window[earlyCallsGlobal] as Window[typeof earlyCallsGlobal],
    /** How often the page is loaded anew once elements of it could not be loaded, or a script failed. */
    reloadsAfter: (...targets: object[]) => {
      for (const target of targets) for (const hear of hearing) hear({ target });
      return reloads;
    },
  };
}

afterEach(() => void vi.useRealTimers());

it.each(locales)("a member gets the announcement in %s with the first paint", (locale) => {
  const { shows, text = "" } = begin({ locale });
  expect(shows).toBe(true);
  expect(JSON.parse(text)).toBe(texts[locale]);
});

const late = { aheadMs: 12 * 60 * 60 * 1000 };
const ofServer = { transferSize: 900, workerStart: 0 };
const ofWorker = { transferSize: 900, workerStart: 1 };

it.each<[string, Page, boolean]>([
  ["a visitor", { cookie: "" }, false],
  ["who has closed it", { cookie: "token=secret; announcement_closed=7" }, false],
  ["who has closed another", { cookie: "token=secret; announcement_closed=71" }, true],
  ["who has the script from a cache, after its end", { aheadMs: 60_000 }, false],
  ["who has it from the service worker, after its end", { ...late, timing: ofWorker }, false],
  ["whose clock is fast, and who has it from the server", { ...late, timing: ofServer }, true],
])("%s is shown the announcement or not: %j → %s", (_who, page, shows) => {
  expect(begin(page).shows).toBe(shows);
});

it("an announcement ends on a device whose clock is fast when it does for all others", () => {
  const { config } = begin({ ...late, timing: ofServer });
  const { announcement } = config as RuntimeConfig; // the script sets it
  expect((Date.parse(announcement?.ends_at ?? "") - Date.now()) / 1000).toBeCloseTo(60, 0);
});

it.each([
  ["http://profile.localhost/ru", "/api/ru/early?path="],
  ["http://site.localhost/ru/", "/api/ru/early?path="],
  ["http://chat.localhost/ru/group/12", "/api/ru/early?path=%2Fgroup%2F12"],
])("for a member %s asks at once for all that its screen needs first", (address, path) => {
  const { calls, early } = begin({ address });
  expect(calls).toEqual([{ path, token: "Bearer secret" }]);
  const { hostname, pathname } = new URL(address);
  const surface = surfaceOf(hostname, "localhost") ?? "site";
  expect(early?.asked).toEqual(earlyPathsOf(surface, "ru", pathname.slice(3).replace(/\/$/, "")));
});

it.each([
  ["is refused", () => Promise.resolve(new Response("", { status: 503 }))],
  ["fails", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["is answered in part", () => Promise.resolve(new Response("{"))],
])(
  "a first request that %s leaves no answers, so that the page asks by itself",
  async (_how, network) => {
    expect(await begin({ network }).early?.answers).toEqual({});
  },
);

const ofPage = { nodeName: "SCRIPT", integrity: "sha256-abc=" };

it("a page is loaded anew once where scripts that it begins with are missing, and not again while they stay so", () => {
  const tab = {};
  expect(begin({ tab, cookie: "" }).reloadsAfter(ofPage, ofPage)).toBe(1);
  expect(begin({ tab, cookie: "" }).reloadsAfter(ofPage)).toBe(0);
});

it("a page is loaded anew again where its scripts are missing after a later upgrade", () => {
  const tab = {};
  begin({ tab }).reloadsAfter(ofPage);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
  expect(begin({ tab }).reloadsAfter(ofPage)).toBe(1);
});

it.each<[string, object, Page]>([
  ["a part on demand is missing, which the page says itself", { ...ofPage, integrity: "" }, {}],
  ["a script comes although its preload failed", { ...ofPage, nodeName: "LINK" }, {}],
  ["an image is missing", { nodeName: "IMG" }, {}],
  ["a script throws", {}, {}],
  ["there is no network", ofPage, { onLine: false }],
])("a page stays as it is where %s", (_why, target, page) => {
  expect(begin(page).reloadsAfter(target)).toBe(0);
});

it("every page is prepared for being translated by the browser", () => {
  expect(begin({}).node).toHaveProperty("removeChild");
  expect(begin({ cookie: "" }).node).toHaveProperty("removeChild");
});

it("a token that cannot be decoded is sent as it is", () => {
  const { calls } = begin({ cookie: "token=%E0%A4%A" });
  expect(calls[0]?.token).toBe("Bearer %E0%A4%A");
});

it("for a visitor nothing is asked at once", () => {
  expect(begin({ cookie: "" }).calls).toEqual([]);
});

it.each([
  ["http://chat.localhost/ru/private/7", true],
  ["http://chat.localhost/ru", false],
])("%s is an open conversation at the first paint: %j", (address, isOpen) => {
  expect(begin({ address }).attributes.includes("data-conversation")).toBe(isOpen);
});

it("pages learn of the embedded mailbox only where there is one", () => {
  expect(begin({ hasMailbox: true }).config).toMatchObject({ mailbox: true });
  expect(begin({}).config).not.toHaveProperty("mailbox");
});

it.each<[string, Page, boolean]>([
  ["a webhook takes them", { smsUrl: "https://sms.example/send" }, true],
  ["the embedded mailbox shows them", { hasMailbox: true }, true],
  ["nobody takes them", {}, false],
])("pages learn before the first paint whether text messages are sent: %s", (_who, page, sent) => {
  const { config, attributes } = begin(page);
  expect(JSON.stringify(config).includes('"textMessages":true')).toBe(sent);
  expect(attributes.includes("data-no-texts")).toBe(!sent);
});
