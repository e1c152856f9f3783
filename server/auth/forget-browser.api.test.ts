import { describe, expect, it } from "vitest";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const forget = (host: string, origin?: string) =>
  kampus.post("/api/forget", undefined, { host, headers: { ...(origin && { origin }) } });

describe("the storage of a browser for a host", () => {
  it.each(["", "site.", "profile.", "chat."])(
    "is cleared on %skampus.localhost, except for its cookies, when a page of any surface asks",
    async (surface) => {
      for (const from of ["", "site.", "profile.", "chat."]) {
        const answer = await forget(
          `${surface}kampus.localhost`,
          `http://${from}kampus.localhost:3000`,
        );
        expect([answer.statusCode, answer.headers["clear-site-data"]]).toEqual([
          200,
          '"cache", "storage"',
        ]);
      }
    },
  );

  it.each([
    undefined,
    "null",
    "https://evil.example",
    "http://kampus.localhost:3000.evil.example",
    "http://mail.kampus.localhost:3000",
    "https://chat.kampus.localhost:3000",
  ])("is not cleared when the page of %s asks", async (origin) => {
    const answer = await forget("chat.kampus.localhost", origin);
    expect([answer.statusCode, answer.headers["clear-site-data"]]).toEqual([403, undefined]);
  });
});
