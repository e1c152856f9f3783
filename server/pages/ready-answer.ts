import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseEncoding, type Encoding } from "#server/pages/encodings.ts";
import type { PreparedFile } from "#server/pages/prepare.ts";

interface ReadyBody {
  body: Uint8Array;
  etag: string;
  /** Names and values in turn, as Node sends them without a further look. */
  headers: readonly string[];
}

/** A prepared file with all its headers but those that depend on the request. */
export type ReadyAnswer = ReadonlyMap<Encoding, ReadyBody>;

export function readyAnswer(
  { type, digest, bodies }: PreparedFile,
  headers: Record<string, string>,
): ReadyAnswer {
  const common = Object.entries(headers).flat();
  return new Map(
    [...bodies].map(([encoding, body]) => {
      const etag = `"${digest}-${encoding}"`;
      const coding = encoding === "identity" ? [] : ["content-encoding", encoding];
      const length = String(body.length);
      const own = ["content-type", type, "content-length", length, "etag", etag, ...coding];
      return [encoding, { body, etag, headers: [...own, ...common] }] as const;
    }),
  );
}

/** Sends it in the best coding that the client takes, or 304 where the client has it already. */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ReadyAnswer,
  { status = 200, caching }: { status?: number; caching: string },
): void {
  const chosen = answer.get(chooseEncoding(request.headers["accept-encoding"], answer));
  if (!chosen) throw new Error("a prepared file without a body");
  const headers = [...chosen.headers, "cache-control", caching];
  if (status === 200 && isKnown(request.headers["if-none-match"], chosen.etag))
    response.writeHead(304, withoutContent(headers)).end();
  else response.writeHead(status, headers).end(chosen.body);
}

function isKnown(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false;
  return known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

const ofContent = new Set(["content-type", "content-length", "content-encoding"]);

const withoutContent = (headers: readonly string[]) =>
  headers.filter((_, index) => !ofContent.has(headers[index - (index % 2)] ?? ""));
