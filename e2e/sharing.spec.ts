import { expect, test } from "#e2e/fixtures.ts";
import { type Route, routes } from "#lib/routes.ts";

test("a link that is shared shows a title, a text and a picture, of an institution its own", async ({
  kampus,
  at,
}) => {
  /** Reads the page as link previews do: without running it. */
  const told = async (route: Route) => {
    const path = new URL(at(route)).pathname;
    const { body } = await kampus.request(route.surface, path);
    const tags = [...body.matchAll(/<meta property="og:(\w+)" content="([^"]*)"/g)];
    return Object.fromEntries(tags.map(([, name = "", content = ""]) => [name, content]));
  };
  const home = await told(routes.home());
  expect(home).toMatchObject({ type: "website", locale: "ru", url: at(routes.home()) });
  expect(home.title).not.toBe("");
  expect(home.description).not.toBe("");
  for (const route of [routes.signup(), routes.login(), routes.recovery()])
    expect(await told(route)).toMatchObject({ title: home.title, url: at(route) });
  const institution = await told(routes.institution(1));
  expect(institution.title).toContain("университет");
  expect(institution.url).toBe(at(routes.institution(1)));
  const missing = await told(routes.institution(999_999_999));
  expect(missing).toEqual({});

  const picture = await kampus.request("", new URL(home.image ?? "").pathname);
  expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
  expect(institution.image).toBe(home.image);
});
