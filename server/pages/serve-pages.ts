/** Answers for prerendered pages, their files and navigation between them: nothing is rendered or compressed per request. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { localeCookie, tokenCookie } from "#lib/browser/cookie-names.ts";
import { noCaching, pageAnswer } from "#lib/api/page-answer.ts";
import { isOfForeignPage } from "#server/http/cross-site.ts";
import type { RequestHandler } from "#server/http/dispatch.ts";
import type { Env } from "#server/env.ts";
import { chooseEncoding, type Encoding } from "#server/http/encodings.ts";
import { cookiesNamed, namesEtag } from "#server/http/request-headers.ts";
import { flightOf } from "#server/pages/flights.ts";
import {
  type Body,
  iconAddress,
  type PreparedFile,
  type PreparedFiles,
} from "#server/pages/prepare.ts";
import { assetHeaders, commonHeaders, pagePolicy } from "#server/http/security-headers.ts";

type PagesEnv = Pick<Env, "deployment" | "mediaUrl" | "mode">;
type PagesLog = Pick<Logger, "error">;

/** The address also answers navigation within its surface in React's own format. */
const varying =
  "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, accept-encoding";
const forEver = "public, max-age=31536000, immutable";
/** Its address stays the same from build to build. */
const iconCaching = "public, max-age=0, must-revalidate";

/**
 * Returns the page at a path without its locale, rendered for its subject; undefined where the subject does not exist.
 */
export type MakePage = (
  locale: string,
  path: string,
  page: PreparedFile,
  request: IncomingMessage,
) => Promise<PreparedFile | undefined>;

/** What answers of every kind are made with. */
interface Serving {
  env: PagesEnv & { log: PagesLog };
  prepared: PreparedFiles;
  next: RequestHandler;
  common: Record<string, string>;
  headersOf: HeadersOf;
}

/** Passes to `next` what is not prerendered; `makers` render, by folder, the pages that differ for each address. */
export function servePages(
  env: PagesEnv & { log: PagesLog },
  prepared: PreparedFiles,
  next: RequestHandler,
  makers: ReadonlyMap<string, MakePage> = new Map(),
): RequestHandler {
  const common = commonHeaders(env);
  const headersOf = ({ inlineScripts }: PreparedFile) => ({
    ...common,
    "content-security-policy": pagePolicy(env, inlineScripts),
    vary: varying,
  });
  const serving = { env, prepared, next, common, headersOf };
  const answerAsset = createAssetAnswer(serving);
  const answerPage = createPageAnswer(serving, makers);
  const answerFlight = createFlightAnswer(serving);

  const serve: RequestHandler = (request, response) => {
    const { pathname } = partsOf(request);
    // Next would answer any method with the page.
    if (request.method !== "GET" && request.method !== "HEAD")
      sendEmpty(response, 405, { ...common, allow: "GET, HEAD" });
    else if (pathname.startsWith("/_next/") || pathname === iconAddress)
      answerAsset(request, response, pathname);
    else if (isForNext(pathname)) next(request, response);
    else if (request.headers.rsc === "1") answerFlight(request, response);
    else answerPage(request, response);
  };
  return (request, response) => {
    try {
      serve(request, response);
    } catch (error) {
      failPage(env.log, response, error);
    }
  };
}

/** Answers a page that could not be made, or not be read from the disk. */
export function failPage(log: PagesLog, response: ServerResponse, error: unknown): void {
  log.error({ err: error }, "a page failed");
  if (!response.headersSent) response.writeHead(500, { "cache-control": "no-store" });
  response.end();
}

function createAssetAnswer({ env, prepared, common }: Serving) {
  // Files are sent without the headers that only matter for pages: a page loads two dozen files, and those headers
  // would be a twentieth of their weight.
  const assets = new Map(
    [...prepared.assets].map(([address, file]) => {
      const headers = { ...assetHeaders(env), vary: "accept-encoding" };
      // What is stored for ever is never asked about again, so it needs no etag.
      return [address, readyAnswer(file, headers, address === iconAddress)] as const;
    }),
  );
  return (request: IncomingMessage, response: ServerResponse, pathname: string) => {
    const asset = assets.get(pathname);
    const caching = pathname === iconAddress ? iconCaching : forEver;
    if (asset) sendReady(request, response, asset, { caching });
    else sendEmpty(response, 404, { ...common, "cache-control": "no-store" });
  };
}

function createPageAnswer(
  { env, prepared, next, common, headersOf }: Serving,
  makers: ReadonlyMap<string, MakePage>,
): RequestHandler {
  const pages = readyAnswers(prepared.pages, headersOf);
  const makePage = createMakePage(prepared.pages, makers, headersOf);

  /**
   * Where the subject is unknown, the database away or the maker refuses, the page is sent as it was prerendered; also to
   * a page of another site that takes it for a picture, say, since making it costs and counts (SEC-A9).
   */
  const answerMade = (
    request: IncomingMessage,
    response: ServerResponse,
    page: ReadyAnswer,
    answer: { page: string; caching: string },
  ) => {
    // A shared cache must not give the page without its words to others.
    const sendUnmade = () => {
      sendReady(request, response, page, { caching: noCaching });
    };
    if (isOfForeignPage(request)) {
      sendUnmade();
      return;
    }
    makePage(request, answer.page)
      .then((made) => {
        sendReady(request, response, made ?? page, answer);
      }, sendUnmade)
      .catch((error: unknown) => {
        failPage(env.log, response, error);
      });
  };

  return (request, response) => {
    const { pathname, search } = partsOf(request);
    const answer = answerFor(request, pathname, env.deployment.rootDomain);
    if (answer.status === 421) {
      sendEmpty(response, 421, common);
    } else if (answer.status === 307) {
      const location = `${answer.location}${search}`;
      sendEmpty(response, 307, { ...common, location, "cache-control": answer.caching });
    } else {
      const page = pages.get(answer.page);
      if (!page) next(request, response);
      else if (makers.has(withoutLocale(answer.page))) answerMade(request, response, page, answer);
      else sendReady(request, response, page, answer);
    }
  };
}

/** Navigation is answered as Next answers it, which is asked where it would do more than send a file. */
function createFlightAnswer({ env, prepared, next, headersOf }: Serving): RequestHandler {
  const flights = readyAnswers(prepared.flights, (file) => ({
    ...headersOf(file),
    "x-nextjs-prerender": "1",
  }));
  return (request, response) => {
    const { pathname, search } = partsOf(request);
    const answer = answerFor(request, pathname, env.deployment.rootDomain);
    const asked = "page" in answer && flightOf(request.headers, search, answer.page);
    const flight = asked && flights.get(asked.key);
    if (flight) sendReady(request, response, flight, { ...answer, further: asked.further });
    else next(request, response);
  };
}

type HeadersOf = (file: PreparedFile) => Record<string, string>;

/** Renders what differs for each address; a maker that returns the same file again has it made ready once. */
function createMakePage(
  pages: PreparedFiles["pages"],
  makers: ReadonlyMap<string, MakePage>,
  headersOf: HeadersOf,
) {
  const answers = new WeakMap<PreparedFile, ReadyAnswer>();
  return async (request: IncomingMessage, key: string): Promise<ReadyAnswer | undefined> => {
    const { pathname } = partsOf(request);
    const [, locale = ""] = pathname.split("/");
    const path = withoutLocale(pathname);
    const file = pages.get(key);
    const made = file && (await makers.get(withoutLocale(key))?.(locale, path, file, request));
    if (!made) return undefined;
    const answer = answers.get(made) ?? readyAnswer(made, headersOf(made));
    answers.set(made, answer);
    return answer;
  };
}

/** Adds the headers of a page to Next's answers. Outside development their policy allows no inline script. */
export function underPolicy(env: PagesEnv, next: RequestHandler): RequestHandler {
  const headers = { ...commonHeaders(env), "content-security-policy": pagePolicy(env) };
  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    next(request, response);
  };
}

const readyAnswers = (files: ReadonlyMap<string, PreparedFile>, headersOf: HeadersOf) =>
  new Map([...files].map(([key, file]) => [key, readyAnswer(file, headersOf(file))] as const));

const withoutLocale = (path: string) => path.replace(/^\/[^/]+/, "");

function answerFor({ headers }: IncomingMessage, pathname: string, rootDomain: string) {
  const request = {
    host: headers.host,
    pathname,
    rememberedLocale: cookiesNamed(localeCookie, headers.cookie)[0],
    acceptLanguage: headers["accept-language"],
    hasToken: cookiesNamed(tokenCookie, headers.cookie).some(Boolean),
  };
  return pageAnswer(request, rootDomain);
}

/** Addresses that Next mends by a redirect, such as one with a trailing slash. */
const isForNext = (pathname: string): boolean =>
  pathname.endsWith(".rsc") ||
  (pathname !== "/" && pathname.endsWith("/")) ||
  /\/\/|\\/.test(pathname);

function partsOf({ url = "/" }: IncomingMessage): { pathname: string; search: string } {
  const query = url.indexOf("?");
  return query < 0
    ? { pathname: url, search: "" }
    : { pathname: url.slice(0, query), search: url.slice(query) };
}

function sendEmpty(response: ServerResponse, status: number, headers: Record<string, string>) {
  response.writeHead(status, { ...headers, "content-length": "0" }).end();
}

interface ReadyBody {
  body: Body;
  etag: string;
  /** Names and values in turn, in the form that Node sends unchanged. */
  headers: readonly string[];
}

/** A prepared file with all headers except those that depend on the request. */
type ReadyAnswer = ReadonlyMap<Encoding, ReadyBody>;

function readyAnswer(
  { type, digest, bodies }: PreparedFile,
  headers: Record<string, string>,
  hasEtag = true,
): ReadyAnswer {
  const common = Object.entries(headers).flat();
  return new Map(
    [...bodies].map(([encoding, body]) => {
      const etag = `"${digest}-${encoding}"`;
      const coding = encoding === "identity" ? [] : ["content-encoding", encoding];
      const length = String(body.length);
      const own = ["content-type", type, "content-length", length, ...coding];
      if (hasEtag) own.push("etag", etag);
      return [encoding, { body, etag, headers: [...own, ...common] }] as const;
    }),
  );
}

/** Sends the file in the best coding that the client accepts, or 304 if the client has it already. */
function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ReadyAnswer,
  {
    status = 200,
    caching,
    further = [],
  }: { status?: number; caching: string; further?: readonly string[] },
): void {
  const chosen = answer.get(chooseEncoding(request.headers["accept-encoding"], answer));
  if (!chosen) throw new Error("a prepared file without a body");
  const headers = [...chosen.headers, "cache-control", caching, ...further];
  if (status === 200 && namesEtag(request.headers["if-none-match"], chosen.etag))
    response.writeHead(304, withoutContent(headers)).end();
  else {
    // Read first, because the file may be unreadable by now.
    const content = chosen.body.read();
    response.writeHead(status, headers).end(content);
  }
}

const ofContent = new Set(["content-type", "content-length", "content-encoding"]);

const withoutContent = (headers: readonly string[]) =>
  headers.filter((_, index) => !ofContent.has(headers[index - (index % 2)] ?? ""));
