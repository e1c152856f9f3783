/** SEC-A9: what pages of other sites make the browsers of a network send counts for nothing. */
import { beforeAll, describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { everyRoute } from "#server/testing/access/every-route.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { statuses, times } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";

// One wrong code in half an hour, six lookups in ten minutes.
const kampus = kampusForFile({ RATE_LIMIT_SCALE: "0.01" });
let code: string;
beforeAll(async () => {
  const { token } = await oneMember(kampus);
  ({ code } = await testInvitations(kampus).made({ token }));
});

const crossSite = { "sec-fetch-site": "cross-site" };
const byPage = { ...crossSite, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty" };
const asPicture = { ...byPage, "sec-fetch-dest": "image" };

const form = (fields: Record<string, string>) => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--b--\r\n`;
};
const send = (
  method: string,
  url: string,
  headers: Record<string, string>,
  { remoteAddress = "127.0.0.1", body }: { remoteAddress?: string; body?: string } = {},
) => kampus.call(method, url, { headers, remoteAddress, ...(body !== undefined && { body }) });

describe("a page of another site", () => {
  it.each([
    ["makes a browser send", byPage],
    ["shows as pictures", asPicture],
    [
      "submits as forms",
      { ...crossSite, "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
    ],
  ])("gets 403 from every route that it %s", async (_how, headers) => {
    for (const { method, url } of await everyRoute(kampus)) {
      const answer = await send(method, url, headers);
      expect(statusAndBody(answer), `${method} ${url}`).toEqual([
        403,
        expect.objectContaining({ code: "forbidden" }),
      ]);
    }
  });

  it.each([
    ["by no-cors", byPage],
    ["by a form that it submits", { ...crossSite, "sec-fetch-mode": "navigate" }],
  ])("does not keep the network from recovering a password: %s", async (_how, headers) => {
    const remoteAddress = `192.0.2.${headers === byPage ? 1 : 2}`;
    const multipart = { "content-type": "multipart/form-data; boundary=b" };
    const check = (more: Record<string, string>) =>
      send(
        "POST",
        "/api/ru/password/code/check/otp",
        { ...multipart, ...more },
        {
          remoteAddress,
          body: form({ phone: "+998901234567", code: "12345678" }),
        },
      );
    expect(statuses(await times(12, () => check(headers)))).toEqual(Array<number>(12).fill(403));
    expect((await check({})).statusCode).toBe(422);
    expect((await check({})).statusCode).toBe(429);
  });

  it("does not keep the network from opening an invitation", async () => {
    const from = { remoteAddress: "192.0.2.10" };
    const [lookup, picture] = [`/api/ru/invitations/by-code/${code}`, `/ru/i/${code}.png`];
    for (const url of [lookup, picture])
      expect(statuses(await times(8, () => send("GET", url, asPicture, from)))).toEqual(
        Array<number>(8).fill(403),
      );
    expect((await send("GET", lookup, { "sec-fetch-site": "same-origin" }, from)).statusCode).toBe(
      200,
    );
  });
});

describe("a request", () => {
  const opened = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  it.each([
    ["of a program, which says nothing of pages", {}],
    ["of a page of ours", { "sec-fetch-site": "same-origin" }],
    ["of a page on another of our hosts", { "sec-fetch-site": "same-site" }],
    ["that somebody typed", { "sec-fetch-site": "none" }],
    ["of a link on another site that somebody opens", { ...crossSite, ...opened }],
  ])("%s is answered", async (_whose, headers) => {
    expect((await send("GET", "/api/languages", headers)).statusCode).toBe(200);
  });

  it("for a file is answered whichever site shows it: files may have a site of their own", async () => {
    expect((await send("GET", "/files/nothing", asPicture)).statusCode).toBe(404);
  });
});
