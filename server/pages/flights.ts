/** Navigation between pages, which asks for a page, or for a segment of it, in React's own format: a flight. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { flightKey } from "#server/pages/prepare.ts";

/** Seconds for which a page that was fetched ahead may be shown, as Next writes it. */
const wholeFlight = ["x-nextjs-stale-time", "300"];
/** Says that it is a segment and no whole page. */
const flightSegment = ["x-nextjs-postponed", "2"];

/**
 * The key of the prepared flight of a page that a request asks for, and its further headers, names and values in turn;
 * undefined where Next would redirect.
 */
export function flightOf(
  headers: IncomingHttpHeaders,
  search: string,
  page: string,
): { key: string; further: string[] } | undefined {
  if (!isAskedByItsHeaders(headers, search)) return undefined;
  const segment = headerOf(headers, "next-router-segment-prefetch");
  const own = segment === undefined ? wholeFlight : flightSegment;
  return { key: flightKey(page, segment), further: [...own, "x-nextjs-rewritten-path", page] };
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/**
 * Whether the address carries the digest of the headers that choose the answer, as browsers send it: a shared cache that
 * goes by addresses alone must not be made to keep a part of a page for the whole. Next redirects requests whose digest
 * does not match.
 */
function isAskedByItsHeaders(headers: IncomingHttpHeaders, search: string): boolean {
  const given = new URLSearchParams(search).get("_rsc");
  const chosen = [
    headerOf(headers, "next-router-prefetch"),
    headerOf(headers, "next-router-segment-prefetch"),
    headerOf(headers, "next-router-state-tree"),
    headerOf(headers, "next-url"),
  ];
  if (chosen.every((value) => value === undefined)) return given === "";
  const digest = createHash("sha256").update(chosen.map((value) => value ?? "0").join());
  return given === digest.digest().subarray(0, 12).toString("base64url");
}
