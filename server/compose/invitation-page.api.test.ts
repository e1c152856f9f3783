import { createServer, request, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { madePages } from "#server/compose/made-pages.ts";
import { prepareFile } from "#server/pages/prepare.ts";
import { servePages } from "#server/pages/serve-pages.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { statuses, times } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";

// Six pages in ten minutes and network.
const kampus = kampusForFile({ RATE_LIMIT_SCALE: "0.01", TRUSTED_PROXIES: "127.0.0.1" });
const html = `<html><head><title>x</title></head><body>prerendered</body></html>`;
let server: Server;
let port: number;
let code: string;
beforeAll(async () => {
  const page = await prepareFile("text/html", Buffer.from(html));
  const pages = new Map([["/ru/site/i/_", page]]);
  const prepared = { buildId: "1", pages, assets: new Map(), flights: new Map() };
  const makers = madePages(kampus.env, kampus.db, kampus.limits);
  const next = () => expect.unreachable("the page is prepared");
  const env = { ...kampus.env, log: kampus.app.log };
  server = createServer(servePages(env, prepared, next, makers));
  port = await listenOnFreePort(server);
  const inviter = await oneMember(kampus);
  ({ code } = await testInvitations(kampus).made({ token: inviter.token }));
});
afterAll(() => server.close());

const open = (guessed: string, from: string, more: Record<string, string> = {}) =>
  new Promise<{ statusCode: number; body: string; caching?: string | undefined }>(
    (resolve, reject) => {
      const headers = { host: "site.kampus.localhost", "x-forwarded-for": from, ...more };
      request({ port, host: "127.0.0.1", path: `/ru/i/${guessed}`, headers }, (answer) => {
        const { statusCode = 0, headers } = answer;
        const caching = headers["cache-control"];
        text(answer).then((body) => resolve({ statusCode, body, caching }), reject);
      })
        .on("error", reject)
        .end();
    },
  );
const lookUp = (guessed: string, remoteAddress: string) =>
  kampus.get(`/api/ru/invitations/by-code/${guessed}`, {
    headers: { "x-forwarded-for": remoteAddress },
  });
const guess = (index: number) => `guess${index}`.padEnd(22, "A");

describe("the page of an invitation", () => {
  it("names the inviter to a network that has guessed little", async () => {
    expect((await open(code, "192.0.2.1")).body).toContain("og:title");
  });

  it("is as for a wrong code past the limit of its network, whose lookups are counted apart", async () => {
    const from = "192.0.2.2";
    const guesses = await times(6, (index) => open(guess(index), from));
    expect(statuses(guesses)).toEqual(Array<number>(6).fill(200));
    const refused = await open(code, from);
    expect(refused).toEqual({ statusCode: 200, body: html, caching: "private, no-store" });
    expect((await lookUp(code, from)).statusCode).toBe(200);
    expect((await open(code, "192.0.2.3")).body).toContain("og:title");
  });

  it("is not used up for a network by a page of another site that shows it as pictures, and opens by a link there", async () => {
    const from = "192.0.2.4";
    const site = { "sec-fetch-site": "cross-site" };
    const shown = { ...site, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
    const opened = { ...site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    for (const { body } of await times(7, () => open(code, from, shown))) expect(body).toBe(html);
    expect((await open(code, from, opened)).body).toContain("og:title");
  });
});
