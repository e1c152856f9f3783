/** Where the proxies of an operator lead whoever comes by http. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "#bench/measure/ports.ts";
import { makeCertificate } from "#deploy/testing/certificate.ts";
import { startNginx } from "#deploy/testing/nginx.ts";
import { type Program, run } from "#deploy/testing/programs.ts";

describe("nginx, asked by http", () => {
  let folder: string;
  let httpPort: number;
  let nginx: Program;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "kampus-http-"));
    const certificate = path.join(folder, "certificate");
    await makeCertificate(certificate, "kampus.test");
    httpPort = await freePort();
    const tls = { folder: certificate, httpPort, domain: "kampus.test" };
    nginx = await startNginx({ folder, port: await freePort(), ports: [1, 2], tls });
  });
  afterAll(async () => {
    await nginx.end();
    await rm(folder, { recursive: true, force: true });
  });

  const asked = (host: string) =>
    run("curl", [
      ...["--silent", "--output", "/dev/null", "--write-out", "%{http_code} %{redirect_url}"],
      ...["--header", `host: ${host}`, `http://127.0.0.1:${httpPort}/ru?a=b`],
    ]);

  test.each(["kampus.test", "chat.kampus.test", "CHAT.kampus.test:80"])(
    "leads to https on the host %s, which is of the site",
    async (host) => {
      const name = host.toLowerCase().replace(":80", "");
      expect(await asked(host)).toBe(`308 https://${name}/ru?a=b`);
    },
  );

  test.each(["evil.test", "kampus.test.evil.test", "evilkampus.test", "127.0.0.1"])(
    "refuses the host %s, which is not, and leads nowhere",
    async (host) => expect(await asked(host)).toBe("421 "),
  );
});
