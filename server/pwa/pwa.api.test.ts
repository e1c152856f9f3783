import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile({ BRAND_NAME: 'Studio "</script>"' });

const on = (surface: string) => ({ host: `${surface}.kampus.localhost` });

describe("a surface can be installed", () => {
  it.each([
    ["site", "ru", 'Studio "</script>"'],
    ["chat", "ru", 'Сообщения · Studio "</script>"'],
    ["chat", "en", 'Messages · Studio "</script>"'],
    ["chat", "uz-Cyrl", 'Хабарлар · Studio "</script>"'],
  ])("as an app: %s in %s is called %s", async (surface, locale, name) => {
    const answer = await kampus.get(`/pwa/${locale}.webmanifest`, on(surface));
    expect(answer.headers["content-type"]).toContain("application/manifest+json");
    const manifest = answer.json<{ start_url: string; icons: { src: string; sizes: string }[] }>();
    expect(manifest).toMatchObject({ name, lang: locale, start_url: `/${locale}`, scope: "/" });
    for (const { src } of manifest.icons) {
      const icon = await kampus.get(src, on(surface));
      expect([icon.statusCode, icon.headers["content-type"]]).toEqual([200, "image/png"]);
    }
  });

  it("with a worker that is refetched each time and can only fetch from its surface", async () => {
    const { headers, body, statusCode } = await kampus.get("/sw.js", on("profile"));
    expect([statusCode, headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(headers["content-type"]).toContain("text/javascript");
    expect(headers["content-security-policy"]).toContain("connect-src 'self'");
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|script-src/);
    expect(body).not.toContain("</script>");
    expect(() => void runInNewContext(body, workerScope())).not.toThrow();
  });

  it("while no other host and no other file serves those files", async () => {
    expect((await kampus.get("/sw.js", on("api"))).statusCode).toBe(404);
    expect((await kampus.get("/pwa/ru.webmanifest", on("messenger"))).statusCode).toBe(404);
    for (const file of ["fr.webmanifest", "..%2Froutes.ts", "x.png"])
      expect((await kampus.get(`/pwa/${file}`, on("site"))).statusCode).toBe(404);
  });
});

const workerScope = () => ({ addEventListener: () => undefined, self: {} });
