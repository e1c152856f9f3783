/** The worker that keeps pages and their files, in a simulated browser. */
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";
import { serviceWorker } from "#server/pwa/routes.ts";

const origin = "https://chat.kampus.uz";
const address = `${origin}/ru`;
const script = (build: string) => `/_next/static/chunks/${build}.js`;
const pageOf = (build: string) =>
  `<head><link rel="preload" as="script" href="${script(`${build}-late`)}"/>
<script src="${script(build)}" async=""></script><script src="/config.js"></script>
<script src="${script("for-old-browsers")}" noModule=""></script></head><p>${build}</p>`;

let browser: ReturnType<typeof startWorker>;
beforeEach(() => {
  browser = startWorker();
});

describe("a page that comes too late to be shown", () => {
  beforeEach(async () => {
    browser.deploy("old");
    await browser.visit();
    browser.deploy("new");
  });

  it("opens offline the next time, with its scripts", async () => {
    expect(await browser.visitSlowly()).toBe(pageOf("old"));
    browser.goOffline();
    expect(await browser.open(address)).toBe(pageOf("new"));
    expect(await browser.open(origin + script("new"))).toBe("code of new");
    expect(await browser.open(origin + script("new-late"))).toBe("code of new-late");
  });

  it("is waited for where the member loads the page anew because its build is gone", async () => {
    await browser.tell({ type: "outdated", page: "/ru" });
    expect(await browser.visitSlowly()).toBe(pageOf("new"));
    browser.deploy("newer");
    expect(await browser.visitSlowly()).toBe(pageOf("new"));
  });

  it("is not waited for without a network, although the build of the page before it is gone", async () => {
    browser.goOffline();
    await browser.tell({ type: "outdated", page: "/ru" });
    expect(await browser.open(address)).toBe(pageOf("old"));
  });

  it("leaves the page before it, whose scripts are there, where one of its own cannot be fetched", async () => {
    browser.lose(script("new-late"));
    expect(await browser.visitSlowly()).toBe(pageOf("old"));
    browser.goOffline();
    expect(await browser.open(address)).toBe(pageOf("old"));
    expect(await browser.open(origin + script("old"))).toBe("code of old");
  });
});

it.each([
  ["institution", "/ru/objects/5", "/ru/objects/7"],
  ["class", "/ru/objects/5/classes/2014", "/ru/objects/7/classes/since-2015"],
  ["invitation", "/ru/i/kT3-first", "/ru/i/kT3-second"],
])(
  "a page that is shown in place of that of another %s says nothing of that",
  async (_what, first, second) => {
    const page = (title: string, tags: string, heading: string) =>
      `<head><title>${title}</title>${tags}</head><h1 class="x"${heading}</h1>`;
    const tags =
      '<meta property="og:title" content="Школа № 5"/><meta property="og:url" content="x"/>';
    browser.serve(first, page("Школа № 5", tags, ' data-filled="title">Школа № 5'));
    expect(await browser.open(origin + first)).toContain("Школа № 5");
    browser.goOffline();
    expect(await browser.open(origin + second)).toBe(
      page("Кампус", "", ' aria-hidden="true" data-filled="title">'),
    );
  },
);

it("the picture of an invitation, opened by itself, does not take the place of the invitations' page", async () => {
  browser.serve("/ru/i/kT3-first", "<p>invitation</p>");
  await browser.visit("/ru/i/kT3-first");
  browser.serve("/ru/i/kT3-first.png", "picture");
  await browser.visit("/ru/i/kT3-first.png");
  browser.goOffline();
  expect(await browser.open(`${origin}/ru/i/kT3-second`)).toBe("<p>invitation</p>");
});

it("a page of one address opens offline as it was, with its title and its tags", async () => {
  const page = '<head><title>Вход</title><meta property="og:title" content="Вход"/></head>';
  browser.serve("/ru/login", page);
  await browser.open(`${origin}/ru/login`);
  browser.goOffline();
  expect(await browser.open(`${origin}/ru/login`)).toBe(page);
});

it("keeping a page fetches each of its scripts once, and none that only old browsers load", async () => {
  browser.deploy("new");
  await browser.visit();
  expect(browser.fetched.toSorted()).toEqual(["/ru", script("new-late"), script("new")].toSorted());
});

it("a page opens offline with the scripts that all builds share, however many builds went by", async () => {
  const shared = [script("framework"), script("runtime")];
  for (const build of Array.from({ length: 12 }, (_, at) => `build-${at}`)) {
    const own = Array.from({ length: 40 }, (_, at) => script(`${build}-${at}`));
    const scripts = [...shared, ...own];
    browser.goOffline();
    browser.serve(
      "/ru",
      scripts.map((path) => `<script src="${path}" async=""></script>`).join(""),
    );
    for (const path of scripts) browser.serve(path, `code of ${path}`);
    await browser.visit();
    browser.goOffline();
    for (const path of scripts) expect(await browser.open(origin + path)).toBe(`code of ${path}`);
  }
  expect(browser.fetched.filter((path) => shared.includes(path))).toEqual(shared);
});

it.each(["open", "match", "put"] as const)(
  "where the browser's storage is full or damaged, so that `%s` fails, all comes from the network",
  async (step) => {
    browser.deploy("old");
    await browser.visit();
    browser.deploy("new");
    browser.breakStorage(step);
    const urls = [address, origin + script("new"), `${origin}/config.js`];
    const answers = urls.map((url) => browser.open(url));
    expect(await Promise.all(answers)).toEqual([pageOf("new"), "code of new", "config"]);
  },
);

it("the page of a first visit is kept with its scripts", async () => {
  browser.deploy("new");
  await browser.tell({ type: "visit", page: "/ru", files: [script("new")] });
  browser.goOffline();
  expect(await browser.open(address)).toBe(pageOf("new"));
  expect(await browser.open(origin + script("new-late"))).toBe("code of new-late");
});

function startWorker() {
  const handlers = new Map<string, ((event: object) => void)[]>();
  const kept = new Map<string, Map<string, Response>>();
  /** What the server has, by path; null: a file that does not come through. */
  const served = new Map<string, string | null>();
  const fetched: string[] = [];
  /** Settles once the page comes; null: it comes at once. */
  let late: PromiseWithResolvers<undefined> | null = null;

  const keyOf = (key: string) => new URL(key, origin).href;
  const fetchFromServer = async (request: string | { url: string }) => {
    const { pathname } = new URL(typeof request === "string" ? request : request.url, origin);
    fetched.push(pathname);
    if (pathname === "/ru") await late?.promise;
    const content = served.get(pathname);
    if (content === null || served.size === 0) throw new TypeError("Failed to fetch");
    return new Response(content ?? "Not found", { status: content === undefined ? 404 : 200 });
  };
  let broken: "open" | "match" | "put" | null = null;
  const failIf = (step: typeof broken) => {
    if (step === broken) throw new DOMException("Unexpected internal error.", "UnknownError");
  };
  const cacheOf = (name: string) => {
    failIf("open");
    const entries = kept.get(name) ?? new Map<string, Response>();
    kept.set(name, entries);
    return {
      match: async (key: string) => {
        failIf("match");
        return entries.get(keyOf(key))?.clone();
      },
      // As in a browser, what is put anew is then the newest.
      put: async (key: string, response: Response) => {
        failIf("put");
        entries.delete(keyOf(key));
        entries.set(keyOf(key), response);
      },
      add: async (key: string) => void entries.set(keyOf(key), await fetchFromServer(key)),
      keys: async () => [...entries.keys()],
      delete: async (key: string) => entries.delete(key),
    };
  };
  const self = { location: { origin }, navigator: { onLine: true } };
  runInNewContext(serviceWorker({ brand: "Kampus" }), {
    ...{ self, Response, URL, Map, Set, Promise, Error, fetch: fetchFromServer },
    crypto,
    setTimeout: (run: () => void) => late && run(),
    addEventListener: (type: string, handle: (event: object) => void) =>
      handlers.set(type, [...(handlers.get(type) ?? []), handle]),
    caches: { open: async (name: string) => cacheOf(name) },
  });

  const fire = (type: string, event: object) => {
    const waited: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    const more = {
      waitUntil: (work: Promise<unknown>) => waited.push(work),
      respondWith: (given: Promise<Response>) => (answer = given),
    };
    for (const handle of handlers.get(type) ?? []) handle({ ...event, ...more });
    const isOver = async () => {
      // Work that waits may add more of it.
      for (const work of waited) await work;
    };
    return { answer, isOver };
  };
  /** Asks for an address as a page does; its text once it is there, and the end of what the worker does besides. */
  const ask = (url: string) => {
    const mode = url.endsWith(".js") ? "no-cors" : "navigate";
    const { answer, isOver } = fire("fetch", { request: { method: "GET", url, mode } });
    return { text: (async () => (await answer)?.text())(), isOver };
  };
  const open = async (url: string) => {
    const { text, isOver } = ask(url);
    await text;
    await isOver();
    return text;
  };

  return {
    fetched,
    open,
    deploy: (build: string) => {
      served.clear();
      served.set("/ru", pageOf(build)).set("/config.js", "config");
      for (const name of [build, `${build}-late`]) served.set(script(name), `code of ${name}`);
    },
    serve: (path: string, html: string) => served.set(path, html),
    lose: (path: string) => served.set(path, null),
    goOffline: () => served.clear(),
    breakStorage: (step: "open" | "match" | "put") => (broken = step),
    /** The page comes in time, and asks for its scripts while the worker keeps it. */
    visit: async (path = "/ru") => {
      const page = ask(origin + path);
      const html = (await page.text) ?? "";
      const names = [...html.matchAll(/<script src="([^"]+)" async/g)].map(([, path = ""]) => path);
      const scripts = names.map((path) => ask(origin + path));
      for (const { text } of scripts) await text;
      for (const { isOver } of [page, ...scripts]) await isOver();
    },
    /** The page comes after the worker has lost its patience; what was shown instead. */
    visitSlowly: async () => {
      const coming = Promise.withResolvers<undefined>();
      late = coming;
      const page = ask(address);
      setImmediate(() => coming.resolve(undefined));
      const shown = await page.text;
      await page.isOver();
      return shown;
    },
    tell: async (data: object) => fire("message", { data }).isOver(),
  };
}
