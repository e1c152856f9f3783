import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { passwordLoad } from "#server/auth/passwords/password.ts";
import { httpRequest } from "#server/testing/http-request.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile({ RATE_LIMIT_SCALE: "1" });

const body = JSON.stringify({ login: "alisher", password: "secret", captcha: "x", key: "y" });
const json = { "Content-Type": "application/json" };
const message = (line: string, headers: object, content = "") =>
  [
    line,
    "Host: site.kampus.localhost",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    content,
  ].join("\r\n");
const login = message(
  "POST /api/ru/login HTTP/1.1",
  { ...json, "Content-Length": String(body.length) },
  body,
);

it.each([
  ["CONNECT", message("CONNECT site.kampus.localhost:80 HTTP/1.1", {})],
  [
    "an upgrade",
    message("GET /socket.io/?EIO=4&transport=websocket HTTP/1.1", {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }),
  ],
])(
  "logins that were pipelined before %s give up their places with their connection, so that others of the network log in",
  async (_title, last) => {
    for (let count = 0; count < 6; count += 1) {
      const connection = connect({ port: await kampus.listen(), host: "127.0.0.1" });
      connection.on("error", () => undefined).write(login.repeat(20) + last);
      await Promise.race([once(connection, "data"), once(connection, "close")]);
      connection.destroy();
    }
    const { refused } = passwordLoad();
    const options = { method: "POST", body, headers: json };
    const { status } = await httpRequest(kampus, "/api/ru/login", options);
    expect([status, passwordLoad().refused]).toEqual([422, refused]);
  },
);
