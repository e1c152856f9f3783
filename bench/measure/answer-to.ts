import { type IncomingMessage, request, type RequestOptions } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Kampus } from "#e2e/kampus.ts";
import type { Surface } from "#lib/site/surfaces.ts";

/** Answers a request to this machine, whose bytes are as they are sent. */
export async function answerTo(options: RequestOptions, content?: string | Uint8Array) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: "127.0.0.1", ...options }, resolve)
      .once("error", reject)
      .end(content);
  });
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: await buffer(response) };
}

/** The host of a surface, as the header names it. */
export const hostOf = (
  { deployment: { rootDomain, port } }: Pick<Kampus, "deployment">,
  surface: Surface,
) => `${surface}.${rootDomain}:${port}`;
