import { describe, expect, it } from "vitest";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";

describe("the mailbox", () => {
  it("lists mails newest first, of one address when asked, whatever its case", async () => {
    const kampus = await startTestKampus();
    try {
      const [one, other] = [await kampus.signUp(), await kampus.signUp()];
      await kampus.mails(one.email);
      await kampus.mails(other.email);
      const list = (query: string) =>
        dataFrom<{ id: number; to: string; created_at: string }[]>(
          kampus.get(`/messages${query}`, { host: "mail.kampus.localhost" }),
        );
      const ids = (await list("")).map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      expect(ids).toHaveLength(2);
      expect(await list(`?to=${one.email.toUpperCase()}`)).toEqual([
        {
          id: expect.any(Number) as number,
          to: one.email,
          subject: "Подтвердите адрес — Кампус",
          text: expect.stringContaining("/ru/confirmation/") as string,
          html: expect.stringContaining("<!doctype html>") as string,
          created_at: expect.stringMatching(/\.\d{3}Z$/) as string,
        },
      ]);
      expect(await list("?to=nobody")).toEqual([]);
      const odd = await kampus.get("/messages?to=%00", { host: "mail.kampus.localhost" });
      expect(odd.statusCode).toBe(422);
    } finally {
      await kampus.close();
    }
  });

  it("lists the mail that a call has caused as soon as the call is answered", async () => {
    const kampus = await startTestKampus({ RATE_LIMIT_SCALE: "100" });
    try {
      const member = await kampus.signUp();
      for (const sent of [1, 2, 3]) {
        const list = await dataFrom<{ to: string }[]>(
          kampus.get(`/messages?to=${member.email}`, { host: "mail.kampus.localhost" }),
        );
        expect(list).toHaveLength(sent);
        await kampus.get("/api/ru/email/resend", member);
      }
    } finally {
      await kampus.close();
    }
  });

  it("does not exist where the domain is a real one", async () => {
    const kampus = await startTestKampus({ ROOT_DOMAIN: "kampus.uz", CAPTCHA_TEST_ANSWER: "" });
    try {
      for (const path of ["/", "/messages", "/messages?to=x"]) {
        const answer = await kampus.get(path, { host: "mail.kampus.uz" });
        expect(statusAndBody(answer)).toMatchObject([404, { code: "not_found" }]);
      }
    } finally {
      await kampus.close();
    }
  });
});
