import http, { type IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { buffer } from "node:stream/consumers";
import type { Surface } from "#lib/site/surfaces.ts";

/** Answers a request to this machine, whose bytes are as they are sent. */
export async function answerTo(options: RequestOptions, content?: string | Uint8Array) {
  const { request } = options.protocol === "https:" ? https : http;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: "127.0.0.1", ...options }, resolve)
      .on("error", reject)
      .end(content);
  });
  const { statusCode: status = 0, headers, headersDistinct } = response;
  return { status, headers, headersDistinct, body: await buffer(response) };
}

/** The bytes of a body and the headers that it needs. A form is sent unchanged, any other body as JSON. */
export async function payloadOf(body: unknown) {
  if (body === undefined) return { headers: {} };
  const encoded = body instanceof FormData ? new Response(body) : Response.json(body);
  const content = Buffer.from(await encoded.arrayBuffer());
  const type = encoded.headers.get("content-type") ?? "";
  return { headers: { "content-type": type, "content-length": content.length }, content };
}

/** The host of a surface, as the header names it. */
export const hostOf = (
  { deployment: { rootDomain, port } }: { deployment: { rootDomain: string; port: string } },
  surface: Surface,
) => `${surface}.${rootDomain}:${port}`;
