import { expectAccessible } from "#e2e/accessible.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { newFriends, write } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

const seeker = { surname: "Искателев", name: "Алишер", patronymic: "Бахтиёрович" };
const found = { surname: "Технологов", name: "Тимур", patronymic: "Азизович" };

test("the header finds people, institutions and messages as one types, on every surface, by keys too", async ({
  kampus,
  at,
  pageOf,
}, { project }) => {
  const [me, friend] = await newFriends(kampus, seeker, found);
  await write(kampus, friend, me, "Про технологии завтра экзамен");
  const page = await pageOf(me);
  for (const route of [routes.home(), routes.friends(), routes.chats()]) {
    await page.goto(at(route));
    const banner = page.getByRole("banner");
    if (project.name === "phone")
      await banner.getByRole("button", { name: text("Search.label") }).click();
    const field = banner.getByRole("searchbox", { name: text("Search.label") });
    await field.fill("texnolog");
    const group = (name: "people" | "institutions" | "messages") =>
      banner.getByRole("region", { name: text(`Search.${name}`) });
    await expect(group("people").getByRole("link", { name: friend.fullname })).toBeVisible();
    await expect(group("people").locator("mark").first()).toHaveText("Технолог");
    const marks = group("institutions").locator("mark");
    await expect(marks.last()).toBeVisible();
    for (const mark of await marks.all()) await expect(mark).toBeInViewport({ ratio: 1 });
    await expect(group("messages").getByText("экзамен")).toBeVisible();
  }
  await expectAccessible(page, "header");

  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: friend.fullname }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(at(routes.member(friend.id)));
});

test("the header marks the number of a school in another script, and a former name of a university", async ({
  pageOf,
}, { project }) => {
  const page = await pageOf(seeker, routes.friends());
  const banner = page.getByRole("banner");
  if (project.name === "phone")
    await banner.getByRole("button", { name: text("Search.label") }).click();
  const field = banner.getByRole("searchbox", { name: text("Search.label") });
  const found = banner.getByRole("region", { name: text("Search.institutions") });
  await field.fill("110-maktab");
  await expect(found.locator("mark", { hasText: "110" }).first()).toHaveText("110");
  await field.fill("ТашГУ");
  const former = found.getByRole("link").filter({ has: page.getByText("ТашГУ", { exact: true }) });
  await expect(former.first()).toContainText("университет");
  await expect(former.first().locator("mark")).toHaveText("ТашГУ");
});

test(
  "the search of a phone covers all of the page, also the bar at its bottom",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const [me] = await newFriends(kampus, seeker, found);
    const page = await pageOf(me, routes.friends());
    const bar = page.getByRole("navigation", { name: text("Layout.navigation") });
    await expect(bar).toBeInViewport();
    const isCovered = () =>
      bar.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const onTop = document.elementFromPoint(left + width / 8, top + height / 2);
        return onTop?.closest('[role="dialog"]') != null;
      });
    expect(await isCovered()).toBe(false);
    await page.getByRole("button", { name: text("Search.label") }).click();
    await expect(page.getByRole("dialog", { name: text("Search.label") })).toBeVisible();
    expect(await isCovered()).toBe(true);
  },
);
