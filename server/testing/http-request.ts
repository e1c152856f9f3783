import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface HttpRequest {
  host?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const agent = new Agent({ keepAlive: false });

/** A request over a socket, through the dispatcher, which `inject` bypasses. */
export async function httpRequest(
  kampus: TestKampus,
  path: string,
  { host = "site.kampus.localhost", method = "GET", headers = {}, body }: HttpRequest = {},
): Promise<HttpAnswer> {
  const port = await kampus.listen();
  return new Promise((resolve, reject) => {
    request(
      { agent, port, host: "127.0.0.1", path, method, headers: { host, ...headers } },
      (response) => {
        text(response).then((content) => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content });
        }, reject);
      },
    )
      .on("error", reject)
      .end(body);
  });
}

/** Sends raw bytes; returns everything received until the server closed the connection, in any way. */
export async function rawRequest(kampus: TestKampus, bytes: string): Promise<string> {
  const connection = connect({ port: await kampus.listen(), host: "127.0.0.1" });
  connection.end(bytes, "latin1");
  let answer = "";
  return new Promise((resolve) => {
    connection
      .setEncoding("latin1")
      .on("data", (part: string) => {
        answer += part;
      })
      // A server that reads no further resets the connection.
      .on("error", () => undefined)
      .on("close", () => {
        resolve(answer);
      });
  });
}

/** Begins to upload a form of the boundary `x`; `length` is the header that says how long its body will be. */
export async function beginUpload(
  kampus: TestKampus,
  { token }: { token: string },
  path: string,
  length: string,
): Promise<Socket> {
  const connection = connect({ port: await kampus.listen(), host: "127.0.0.1" });
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: profile.kampus.localhost",
    `Authorization: Bearer ${token}`,
    "Content-Type: multipart/form-data; boundary=x",
    length,
  ];
  connection.write(`${head.join("\r\n")}\r\n\r\n`);
  return connection;
}
