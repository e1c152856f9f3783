// Pages and their files, so that the app opens on a slow or absent network. HTML holds no personal data; what does
// (/api, /messenger, /files, /socket.io) is never touched here.

const pagesCache = "pages-2";
const filesCache = "files-1";
/** A page that has not come by then is shown as it was at the last visit, and comes new the next time. */
const patienceMs = 3_000;
/** Beyond it the oldest go. A page that is kept anew renews its files, because most of them outlive their first build. */
const filesMax = 400;

addEventListener("install", () => {
  // It keeps nothing that belongs to one build: an old page is as well off with a new worker.
  void self.skipWaiting();
});

addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

async function takeOver() {
  const names = await caches.keys();
  const outdated = names.filter((name) => ![pagesCache, filesCache, notifiedCache].includes(name));
  await Promise.all(outdated.map((name) => caches.delete(name)));
  await self.clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    const page = pageOf(url.pathname);
    if (page) event.respondWith(answerPage(event, page));
  } else if (url.pathname.startsWith("/_next/static/")) event.respondWith(answerFile(event));
  else if (url.pathname === "/config.js") event.respondWith(answerConfig(event));
});

/**
 * What stands behind an address, by which it is kept: addresses that differ in an id, a class or a code share one page, so
 * that there are never more than the site has.
 */
function pageOf(pathname) {
  const [, locale, ...rest] = pathname.split("/");
  if (!(locale in kampus.offline)) return null;
  const path = rest.join("/");
  // A file, as the picture of an invitation beside its page: no page has a dot in its address (lib/site/pages.ts).
  if (path.includes(".")) return null;
  if (/^(private|group)\/\d+$/.test(path)) return `/${locale}`;
  const page = (path && `/${path}`)
    .replace(/^\/(confirmation|i)\/.+/, "/$1/_")
    .replace(/\/(?:since-)?\d+(?=\/|$)/g, "/_");
  return `/${locale}${page}`;
}

async function answerPage(event, page) {
  const network = fetchAndKeep(event, async (response) =>
    keepPage(await caches.open(pagesCache), page, response),
  );
  const kept = await keptIn(pagesCache, page);
  const answered = network
    .then((response) => (isUnanswered(response) ? null : response))
    .catch(() => null);
  if (!kept) return (await answered) ?? offlinePage(page.split("/")[1]);
  if (outdated.delete(page)) return (await answered) ?? kept;
  return (await Promise.race([answered, afterMs(patienceMs)])) ?? kept;
}

/** Pages that members load anew because their build is gone: on a slow network they would get the same ones again. */
const outdated = new Set();

async function awaitNewPage({ page }) {
  outdated.add(pageOf(page));
}

/** A proxy without a server behind it, or a server that has no time. */
const isUnanswered = ({ status }) => [502, 503, 504].includes(status);

async function answerConfig(event) {
  const network = fetchAndKeep(event, async (response) =>
    (await caches.open(pagesCache)).put("/config.js", response),
  );
  const kept = await keptIn(pagesCache, "/config.js");
  if (!kept) return network;
  const first = await Promise.race([network.catch(() => null), afterMs(patienceMs)]);
  return first?.ok ? first : kept;
}

/** Undefined also where nothing can be read, with a full disk or a damaged profile: the network has it all. */
async function keptIn(name, key) {
  try {
    return await (await caches.open(name)).match(key, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

/** Also when it comes too late to be shown. */
function fetchAndKeep(event, keep) {
  const network = fetch(event.request);
  const keepAnswer = async () => {
    const response = (await network).clone();
    if (response.status === 200 && !response.redirected) await keep(response);
  };
  // Without a network there is nothing to keep.
  event.waitUntil(keepAnswer().catch(() => undefined));
  return network;
}

/**
 * A page is kept once its scripts are: a late one was not shown and so asked for none, and without them it would never
 * work offline, whereas the page before it does.
 */
async function keepPage(cache, address, response) {
  const html = await response.clone().text();
  const page = address.includes("/_") ? withoutSubject(html, address) : html;
  const files = await caches.open(filesCache);
  const urls = filesOf(html);
  const renew = async (url) => {
    const file = await files.match(url, { ignoreVary: true });
    if (file) await files.put(url, file);
  };
  const keepMissing = async (url) => {
    if (!(await files.match(url, { ignoreVary: true })))
      await (arriving.get(url) ?? fetchFile(url, url)).kept;
  };
  const before = await cache.match(address);
  if ((await before?.text()) !== page) await Promise.all(urls.map(renew));
  await Promise.all(urls.map(keepMissing));
  const { status, headers } = response;
  await cache.put(address, new Response(page, { status, headers }));
}

/** Of a page that many addresses share, without what the server wrote into it about one of them (server/pages/share-tags.ts). */
function withoutSubject(html, address) {
  const [, subject] = /<meta property="og:title" content="([^"]*)"/.exec(html) ?? [];
  const { brand } = kampus.offline[address.split("/")[1]];
  return html
    .replace(`<title>${subject}</title>`, () => `<title>${brand}</title>`)
    .replace(/<meta (?:property="og:|name="twitter:)[^>]*>/g, "")
    .replace(/( data-filled="\w+">)[^<]+/g, ' aria-hidden="true"$1');
}

/** What the page loads by itself. Scripts for old browsers are left out, because none of those has a worker. */
function filesOf(html) {
  const named =
    /<(?:script|link)\b[^>]*? (?:src|href)="(\/_next\/static\/[^"]+\.(?:js|css))"[^>]*>/g;
  const loaded = [...html.matchAll(named)].filter(([tag]) => !/ nomodule\b/i.test(tag));
  return [...new Set(loaded.map(([, path]) => new URL(path, self.location.origin).href))];
}

/** Their names change with what they hold. */
async function answerFile(event) {
  const { url } = event.request;
  const kept = await keptIn(filesCache, url);
  if (kept) return kept;
  const file = arriving.get(url) ?? fetchFile(url, event.request);
  event.waitUntil(file.kept.catch(() => undefined));
  return (await file.response).clone();
}

/** The files under way, by URL: a page asks for them while it is being kept, and each is fetched once. */
const arriving = new Map();

function fetchFile(url, request) {
  const response = fetch(request);
  const keep = async () => {
    const copy = (await response).clone();
    if (copy.status !== 200) throw new Error(`${url} was answered with ${copy.status}`);
    await keepFile(await caches.open(filesCache), url, copy);
  };
  const file = { response, kept: keep().finally(() => arriving.delete(url)) };
  arriving.set(url, file);
  return file;
}

async function keepFile(cache, url, response) {
  await cache.put(url, response);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -filesMax).map((key) => cache.delete(key)));
}

/** What the page that asked for the first worker was made of: it came before there was one. */
async function keepVisit({ page, files }) {
  const [pages, kept] = await Promise.all([caches.open(pagesCache), caches.open(filesCache)]);
  const address = pageOf(page);
  if (address && !(await pages.match(address))) {
    const response = await fetch(page);
    if (response.status === 200 && !response.redirected) await keepPage(pages, address, response);
  }
  if (!(await pages.match("/config.js"))) await pages.add("/config.js");
  for (const file of files.filter((name) => name.startsWith("/_next/static/")))
    if (!(await kept.match(file, { ignoreVary: true }))) await kept.add(file);
}

const afterMs = (ms) => new Promise((resolve) => setTimeout(() => resolve(null), ms));
