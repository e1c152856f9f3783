import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import ru from "#messages/ru.json" with { type: "json" };
import { madePages } from "#server/compose/made-pages.ts";
import { type PreparedFile, prepareFile } from "#server/pages/prepare.ts";
import type { MakePage } from "#server/pages/serve-pages.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const html = `<html><head><title>x</title></head><body><h1 class="a" aria-hidden="true" data-filled="title"></h1></body></html>`;
let page: PreparedFile;
let make: (...asked: [locale: string, path: string, page: PreparedFile]) => ReturnType<MakePage>;
beforeAll(async () => {
  page = await prepareFile("text/html", Buffer.from(html));
  const found = madePages(kampus.env, kampus.db, kampus.limits).get("/profile/objects/_/classes/_");
  if (!found) throw new Error("classes have made pages");
  make = (...asked) => found(...asked, new IncomingMessage(new Socket()));
});
const textOf = (file: PreparedFile | undefined) =>
  Buffer.from(file?.bodies.get("identity")?.read() ?? "").toString();

it.each(["/profile/users/_", "/profile/friends/find", "/chat", "/chat/conversation"])(
  "a shared link to %s shows the service and nothing of a member, and names no other address",
  async (folder) => {
    const make = madePages(kampus.env, kampus.db, kampus.limits).get(folder);
    const made = await make?.("ru", "/any/1", page, new IncomingMessage(new Socket()));
    const tags = Object.fromEntries(
      [...textOf(made).matchAll(/ property="og:([\w:]+)" content="([^"]*)"/g)].map(
        ([, name = "", content]) => [name, content],
      ),
    );
    expect(tags).toMatchObject({ site_name: "Кампус", title: ru.Home.title });
    expect(tags.description).toBe(ru.Home.lead);
    expect(tags.image).toMatch(/\/pwa\/share-1200\.png$/);
    expect(tags).not.toHaveProperty("url");
  },
);

describe("the page of a class", () => {
  it("is sent with its name in the head and the body", async () => {
    const text = textOf(await make("ru", "/objects/1/classes/2014", page));
    const name = "Выпуск 2014 · Национальный университет Узбекистана имени Мирзо Улугбека";
    expect(text).toContain(`<h1 class="a" data-filled="title">${name}</h1>`);
    expect(text).toContain(`<meta property="og:title" content="${name}"/>`);
  });

  it("is made once for all who ask at once", async () => {
    const pages = await Promise.all(
      Array.from({ length: 5 }, () => make("ru", "/objects/2/classes/2014", page)),
    );
    expect(new Set(pages).size).toBe(1);
  });

  it("is as it was prerendered where the class or the institution cannot be", async () => {
    for (const path of ["/objects/1/classes/1930", "/objects/999999/classes/2014"])
      expect(await make("ru", path, page)).toBeUndefined();
  });

  it("is refused, and so sent as it was prerendered, where hundreds of others are being made", async () => {
    const years = Array.from({ length: 80 }, (_, index) => 1941 + index);
    const asked = ["ru", "uz", "en", "uz-Cyrl"].flatMap((locale) =>
      years.map((year) => make(locale, `/objects/3/classes/${year}`, page)),
    );
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(asked.length);
  });
});
