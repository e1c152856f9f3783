import type { Page } from "@playwright/test";
import { accessibilityFaults } from "#e2e/accessible.ts";
import { expect, type Locale, test, textsOf } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { chooseLanguage } from "#e2e/shared-steps.ts";
import { categoriesAnswer, type CategoryNode } from "#lib/categories/schema.ts";
import { popularAnswer } from "#lib/institutions/schema.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { routes } from "#lib/routes.ts";

const locales: Locale[] = ["ru", "en"];

async function categoriesIn(kampus: Kampus, locale: Locale): Promise<CategoryNode[]> {
  const answer = await kampus.request("", `/api/${locale}/categories`);
  return categoriesAnswer.parse(JSON.parse(answer.body)).data;
}

/** A kind with a region with a district in it, by their names and ids. */
async function branchIn(kampus: Kampus, locale: Locale) {
  for (const kind of await categoriesIn(kampus, locale))
    for (const region of kind.childrens) {
      const [place] = region.childrens;
      if (place && place.name !== region.name) return { kind, region, place };
    }
  throw new Error("no kind has a region with a place in it");
}

const nodeOf = (page: Page, { name, total }: CategoryNode) =>
  page
    .getByRole("treeitem", { name: `${name} ${formatNumber(total)}`, exact: true })
    .filter({ visible: true });
const queryOf = (page: Page) => new URL(page.url()).search;

/** The tree stands beside the list on wide screens, and opens in a sheet on phones. */
async function showTree(page: Page, locale: Locale): Promise<void> {
  const chooser = page.getByRole("button", { name: textsOf(locale)("Categories.choose") });
  const tree = page.getByRole("tree").filter({ visible: true });
  await expect(chooser.or(tree).first()).toBeVisible();
  if (await chooser.isVisible()) await chooser.click();
  await expect(tree).toBeVisible();
}

for (const locale of locales) {
  const text = textsOf(locale);

  test(`in ${locale} a visitor narrows institutions down, goes back, shares the address and clears it`, async ({
    kampus,
    at,
    newPage,
  }) => {
    const { kind, region, place } = await branchIn(kampus, locale);
    const page = await newPage(routes.home(), locale);
    await showTree(page, locale);
    await nodeOf(page, kind).click();
    await expect.poll(() => queryOf(page)).toBe(`?establishment=${kind.id}`);
    await nodeOf(page, region).click();
    await expect.poll(() => queryOf(page)).toBe(`?establishment=${kind.id}&region=${region.id}`);
    await nodeOf(page, place).click();
    await expect.poll(() => queryOf(page)).toBe(`?establishment=${kind.id}&region=${place.id}`);

    // Nothing below it: the sheet of a phone is gone, the list says what it shows.
    const title = (node: CategoryNode) =>
      page.getByRole("heading", {
        name: `${kind.name}${node === kind ? "" : ` · ${node.name}`}`,
        exact: true,
      });
    await expect(title(place)).toBeVisible();
    const total = { count: place.total, total: formatNumber(place.total) };
    await expect(page.getByText(text("Categories.total", total), { exact: true })).toBeVisible();
    const rows = page
      .getByRole("list", { name: text("Institutions.results") })
      .getByRole("listitem");
    await expect(rows).toHaveCount(Math.min(place.total, 24));
    await expect(rows.first()).toContainText(`${kind.name} · ${place.name}`);

    await page.goBack();
    await expect(title(region)).toBeVisible();
    await page.goBack();
    await expect(title(kind)).toBeVisible();
    await page.goForward();
    await page.reload();
    await expect(title(region)).toBeVisible();
    await showTree(page, locale);
    await expect(nodeOf(page, region)).toHaveAttribute("aria-current", "page");
    await expect(nodeOf(page, kind)).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Escape");

    await page
      .getByRole("link", { name: text("Categories.clear") })
      .filter({ visible: true })
      .click();
    await expect(page).toHaveURL(at(routes.home(), locale));
    await expect(page.getByRole("heading", { name: text("Home.catalogueTitle") })).toBeVisible();
  });

  test(`in ${locale} the words of a search stay in the address, and another language keeps them`, async ({
    kampus,
    newPage,
  }) => {
    const [kind] = await categoriesIn(kampus, locale);
    const page = await newPage(
      routes.category("site", { establishment: String(kind?.id) }),
      locale,
    );
    const rows = page
      .getByRole("list", { name: text("Institutions.results") })
      .getByRole("listitem");
    const name = await rows.nth(1).getByRole("heading").innerText();
    await page.getByRole("searchbox", { name: text("Institutions.search") }).fill(name);
    await expect(rows.first()).toContainText(name);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(name);
    const kept = queryOf(page);
    await page.reload();
    await expect(page.getByRole("searchbox", { name: text("Institutions.search") })).toHaveValue(
      name,
    );
    await expect(rows.first()).toContainText(name);
    await chooseLanguage(page, locale, "uz");
    await expect(page).toHaveURL((url) => url.pathname === "/uz" && url.search === kept);
  });

  test(`in ${locale} more institutions are shown when asked, and the footer stays in reach`, async ({
    newPage,
  }) => {
    const page = await newPage(routes.home(), locale);
    const rows = page
      .getByRole("list", { name: text("Institutions.results") })
      .getByRole("listitem");
    await expect(rows).toHaveCount(24);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(page.getByRole("contentinfo").getByRole("link").first()).toBeInViewport();
    await page.getByRole("button", { name: text("Lists.showMore") }).click();
    await expect(rows).toHaveCount(48);
  });

  const colorScheme = locale === "ru" ? "light" : "dark";
  test(`in ${locale} axe finds nothing where something is chosen, in the ${colorScheme} scheme`, async ({
    kampus,
    at,
    newPage,
  }) => {
    const { kind, place } = await branchIn(kampus, locale);
    const page = await newPage();
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const choice = { establishment: String(kind.id), region: String(place.id) };
    for (const route of [
      routes.category("site", choice),
      routes.category("site", { establishment: "99999" }),
      routes.category("site", { q: "☃" }),
    ]) {
      await page.goto(at(route, locale));
      await expect(page.locator("[data-skeleton]")).toHaveCount(0);
      await showTree(page, locale);
      expect.soft(await accessibilityFaults(page), route.path).toEqual([]);
    }
  });
}

test("a visitor sees the illustration, what one gains and living counts above the institutions, on phones too", async ({
  kampus,
  newPage,
}) => {
  const text = textsOf("ru");
  const { body } = await kampus.request("", "/api/ru/objects/popular");
  const { institutions } = popularAnswer.parse(JSON.parse(body)).data;
  const page = await newPage(routes.home());
  const main = page.getByRole("main");
  await expect(main.getByText(`${formatNumber(institutions)} учеб`)).toBeVisible();
  const picture = main.locator("svg:has(line)");
  await expect(picture).toBeVisible();
  const gains = main.getByRole("region", { name: text("Home.featuresTitle") });
  await expect(gains.getByRole("listitem")).toHaveCount(3);
  const list = main.getByRole("list", { name: text("Institutions.results") });
  await expect(list).toBeVisible();
  const tops = await Promise.all(
    [picture, gains, list].map(async (part) => (await part.boundingBox())?.y ?? Number.NaN),
  );
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
});

test(
  "an address of a category that is no more says so, with a way out",
  { tag: "@once" },
  async ({ at, newPage }) => {
    const text = textsOf("ru");
    const page = await newPage(routes.category("site", { establishment: "99999" }));
    await expect(page.getByText(text("Categories.unknown"))).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("link", { name: text("Categories.clear") })
      .last()
      .click();
    await expect(page).toHaveURL(at(routes.home()));
  },
);
