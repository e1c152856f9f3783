import { connect } from "node:net";
import { expect, test } from "#e2e/fixtures.ts";

test("an environment that cannot work is refused with one line for each fault", async ({
  kampus,
}) => {
  const { code, faults } = await kampus.refusedStart({
    DATABASE_URL: "mysql://root:hidden-password@127.0.0.1/kampus",
    PORT: "70000",
    PUBLIC_SCHEME: "gopher",
    ROOT_DOMAIN: "kampus.uz",
  });
  expect(code).toBe(1);
  expect(faults.map((line) => line.split(" ", 2).join(" ")).sort()).toEqual([
    "kampus: CAPTCHA_TEST_ANSWER",
    "kampus: DATABASE_URL",
    "kampus: PORT",
    "kampus: PUBLIC_SCHEME",
  ]);
  expect(faults.join()).not.toContain("hidden-password");
});

test("a folder that takes no files is named", async ({ kampus }) => {
  const { code, faults } = await kampus.refusedStart({ PORT: "1", VAR_DIR: "/proc" });
  expect(code).toBe(1);
  expect(faults).toEqual([expect.stringMatching(/^kampus: VAR_DIR: .*\/proc\//)]);
});

test("a port that is taken is named", async ({ kampus }, testInfo) => {
  const { code, faults } = await kampus.refusedStart({ VAR_DIR: testInfo.outputPath("var") });
  expect(code).toBe(1);
  expect(faults).toEqual([
    expect.stringMatching(`^kampus: PORT ${kampus.deployment.port}: .*EADDRINUSE`),
  ]);
});

test("a folder that another process has open is left alone", async ({ kampus }) => {
  const { code, faults } = await kampus.refusedStart({ PORT: "1" });
  expect(code).toBe(1);
  expect(faults).toEqual([
    expect.stringMatching(/^kampus: VAR_DIR .* is in use by another Kampus process$/),
  ]);
  expect((await kampus.request("", "/readyz")).status).toBe(200);
});

test("a folder that cannot be made is named", async ({ kampus }) => {
  const { code, faults } = await kampus.refusedStart({ PORT: "1", VAR_DIR: "/proc/kampus" });
  expect(code).toBe(1);
  expect(faults).toEqual([expect.stringMatching(/^kampus: VAR_DIR: .*\/proc\/kampus/)]);
});

test("a page answers GET, and refuses POST with 405", async ({ kampus }) => {
  expect((await kampus.request("site", "/ru")).status).toBe(200);
  const posted = await kampus.request("site", "/ru", { method: "POST", body: {} });
  expect([posted.status, posted.headers.allow]).toEqual([405, "GET, HEAD"]);
});

test("a socket is left to Socket.IO, whatever Next has been asked for", async ({ kampus }) => {
  const { rootDomain, port } = kampus.deployment;
  const askNext = () => kampus.request("site", "/ru/login.rsc");
  await askNext();
  const socket = connect(Number(port), "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1").on("data", (part: string) => (received += part));
  // Every address below /socket.io/ is a socket's. Next would take this one for that of a page, and end the connection.
  socket.write(
    `GET /socket.io/x?EIO=4&transport=websocket HTTP/1.1\r\nHost: site.${rootDomain}:${port}\r\n` +
      "Connection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );
  await expect.poll(() => received).toContain('0{"sid":');
  await askNext();
  expect(socket.readableEnded).toBe(false);
  socket.destroy();
});

for (const variable of ["DATABASE_URL", "REDIS_URL"])
  test(`a ${variable} behind which nobody answers is named`, async ({ kampus }, testInfo) => {
    const scheme = variable === "REDIS_URL" ? "redis" : "postgres";
    const { code, faults } = await kampus.refusedStart({
      VAR_DIR: testInfo.outputPath("var"),
      [variable]: `${scheme}://127.0.0.1:1`,
    });
    expect(code).toBe(1);
    expect(faults).toEqual([expect.stringMatching(`^kampus: ${variable}: .*ECONNREFUSED`)]);
  });
