import { expect, test } from "#e2e/fixtures.ts";
import { type Route, routes } from "#lib/routes.ts";

/** The texts of the page as it is sent, before any script runs, that name its subject. */
const filledIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/ data-filled="(\w+)">([^<]*)</g)].map(([, name = "", text]) => [name, text]),
  );

test("the page of an institution or a class is sent with its name, and without a name where there is none", async ({
  kampus,
}) => {
  const sent = async (path: string) =>
    filledIn((await kampus.request("profile", `/ru/objects/${path}`)).body);
  const institution = await sent("1");
  expect(institution.title).toContain("университет");
  expect(institution.place).toMatch(/ · /);
  expect(await sent("1/classes/2014")).toEqual({
    title: `Выпуск 2014 · ${institution.title}`,
    place: "",
  });
  expect(await sent("999999999")).toEqual({ title: "", place: "" });
});

test("a visitor with a slow phone reads the name of an institution before its data has come, and it stays", async ({
  at,
  page,
}) => {
  const held = Promise.withResolvers<null>();
  await page.route("**/api/ru/objects/**", async (route) => {
    await held.promise;
    await route.continue();
  });
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(at(routes.institution(1)));
  const heading = page.getByRole("heading", { level: 1 });
  await expect(page.getByRole("link", { name: "Найти, с кем учились" })).toBeVisible();
  await expect(heading).toContainText("университет");
  held.resolve(null);
  await expect(page.locator("main [data-filled]")).toHaveCount(0);
  await expect(heading).toContainText("университет");
  expect(problems).toEqual([]);
});

test("a link that is shared shows a title, a text and a picture, of an institution its own", async ({
  kampus,
  at,
}) => {
  /** Reads the page as link previews do: without running it. */
  const shareTagsOf = async (route: Route) => {
    const path = new URL(at(route)).pathname;
    const { body } = await kampus.request(route.surface, path);
    const tags = [...body.matchAll(/<meta property="og:(\w+)" content="([^"]*)"/g)];
    return Object.fromEntries(tags.map(([, name = "", content = ""]) => [name, content]));
  };
  const home = await shareTagsOf(routes.home());
  expect(home).toMatchObject({ type: "website", locale: "ru", url: at(routes.home()) });
  expect(home.title).not.toBe("");
  expect(home.description).not.toBe("");
  for (const route of [routes.signup(), routes.login(), routes.recovery()])
    expect(await shareTagsOf(route)).toMatchObject({ title: home.title, url: at(route) });
  const institution = await shareTagsOf(routes.institution(1));
  expect(institution.title).toContain("университет");
  expect(institution.url).toBe(at(routes.institution(1)));
  for (const route of [routes.member(1), routes.findPeople({ q: "али" }), routes.chat("group", 1)])
    expect(await shareTagsOf(route)).toEqual({ ...home, url: undefined });
  const missing = await shareTagsOf(routes.institution(999_999_999));
  expect(missing).toEqual({});

  const picture = await kampus.request("", new URL(home.image ?? "").pathname);
  expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
  expect(institution.image).toBe(home.image);
});
