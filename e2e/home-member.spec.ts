import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import {
  befriend,
  call,
  karimov,
  kim,
  newMembers,
  rahimov,
  write,
  yusupova,
} from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import type { Home, HomeRequest } from "#lib/home/schema.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

/** A university that no other journey studies at. */
const studied = { object_id: 21, region_id: 1726, start: 2010, end: 2014 };

const block = (page: Page, name: string) =>
  page.getByRole("region", { name: new RegExp(`^${name}`) });
const add = (id: number) => `/api/ru/profile/friends/friendship/${id}/add`;

/** As much as one answer can hold, with long names. */
const fullHome = homeWithAll();

function homeWithAll(): Home {
  const object = {
    id: studied.object_id,
    name: "Ташкентский университет информационных технологий",
  };
  const ofClass = { object, key: "2014", start: null, end: 2014 };
  const moment = new Date().toISOString();
  const people = [1, 2, 3, 4].map((n) => ({
    ...{ id: 1_000_000 + n, fullname: "Константинопольская Александра Вячеславовна" },
    ...{ image: null, online: false, last_seen_at: null },
  }));
  const ties: HomeRequest["ties"] = [
    { kind: "classmate", object, start: 2010, end: 2014, class_key: "2014", group: "ИТ-204" },
    { kind: "mutual_friends", count: 12, friends: people.slice(0, 3) },
  ];
  const three = people.slice(0, 3);
  return {
    requests: three.map((person) => ({ ...person, created_at: moment, ties })),
    requests_total: 120,
    chats: three.map((peer) => ({
      ...{ id: peer.id, kind: "private", title: peer.fullname, image: null, class: null, peer },
      ...{ unread: 12, last_message: null },
    })),
    unread_total: 36,
    coming: [
      ...three.map(({ id }) => ({
        ...{
          kind: "event" as const,
          id,
          title: "Встреча выпускников через десять лет в университете",
        },
        ...{ place: "Ташкент, площадь Независимости", start: moment, time_zone: "Asia/Tashkent" },
        ...{
          going: 140,
          my_answer: "going" as const,
          object,
          key: "2014",
          news: "changed" as const,
        },
      })),
      ...people.map((person) => ({ kind: "birthday" as const, person, in_days: 1 })),
    ],
    class_news: [{ ...ofClass, people, total: 100 }],
    suggestions: three.map((person) => ({ ...person, status: "none", reasons: ties })),
    invite: { ...ofClass, total: 7 },
    missing: ["images", "educations", "jobs", "friends"],
  };
}

/** The sum of the layout shifts since the page began, without those that follow an input. */
const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[];
          resolve(
            shifts.reduce(
              (sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value),
              0,
            ),
          );
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(0), 1_000); // there was none
      }),
  );

for (const colorScheme of ["light", "dark"] as const)
  test(`a member is greeted with what is new, in order and without a jump, in the ${colorScheme} scheme`, async ({
    kampus,
    at,
    pageOf,
  }) => {
    const [me, asking, writing, classmate] = await newMembers(
      kampus,
      karimov,
      yusupova,
      rahimov,
      kim,
    );
    for (const member of [me, asking, classmate]) await postEducation(kampus, member, studied);
    await call(kampus, asking, "POST", add(me.id));
    await befriend(kampus, writing, me);
    await write(kampus, writing, me, "Ты придёшь на встречу?");
    const page = await pageOf(me);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(at(routes.home()));
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(text("Today.greeting", { name: karimov.name }));
    await expect(block(page, text("Today.requests"))).toContainText(asking.fullname);
    await expect(block(page, text("Today.unread"))).toContainText("Ты придёшь на встречу?");
    await expect(block(page, text("Today.missing"))).toBeVisible();
    const height = page.viewportSize()?.height ?? 0;
    for (const each of await page.getByRole("region").all())
      expect((await each.boundingBox())?.height ?? 0).toBeLessThan(height);
    await expect(page.getByRole("heading", { name: text("Home.catalogueTitle") })).toBeAttached();
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    await expectAccessible(page);
  });

test(
  "a request is accepted in place, and what others do shows without a reload",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const [me, asking, late] = await newMembers(kampus, karimov, yusupova, rahimov);
    await call(kampus, asking, "POST", add(me.id));
    const page = await pageOf(me, routes.home());
    const requests = block(page, text("Today.requests"));
    const accept = requests.getByRole("button", {
      name: `${text("Friends.accept")}: ${asking.fullname}`,
    });
    await expect(accept).toBeVisible(); // until then the visitor's page may go
    const below = page.getByRole("heading", { name: text("Home.catalogueTitle") });
    await expect(below).toBeVisible();
    const top = () => below.evaluate((heading) => heading.getBoundingClientRect().top);
    const before = await top();
    await accept.click();
    await expect(requests.getByRole("heading")).toHaveText(text("Today.requests"));
    expect(Math.abs((await top()) - before)).toBeLessThan(1);
    await write(kampus, asking, me, "Спасибо, что приняла!");
    await expect(block(page, text("Today.unread"))).toContainText("Спасибо, что приняла!");
    await call(kampus, late, "POST", add(me.id));
    await expect(requests).toContainText(late.fullname);
  },
);

test(
  "who has come to the class since the last visit shows once the member returns",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const [me, newcomer] = await newMembers(kampus, karimov, yusupova);
    const place = { ...studied, object_id: 22 };
    await postEducation(kampus, me, place);
    const page = await pageOf(me, routes.home());
    await expect(block(page, text("Today.inviteAlone"))).toBeVisible();
    await postEducation(kampus, newcomer, place);
    await page.reload();
    const news = block(page, text("Today.classNews"));
    await expect(
      news.getByRole("link", { name: `${yusupova.name} ${yusupova.surname}` }),
    ).toBeVisible();
    await page.reload();
    await expect(news).toBeVisible();
  },
);

test("a visitor says where they studied, and is led to the institution and on to the sign-up", async ({
  newPage,
}) => {
  const page = await newPage(routes.home());
  await expect(page.getByRole("heading", { level: 1, name: text("Home.title") })).toBeVisible();
  await expect(page.getByRole("navigation", { name: text("Layout.navigation") })).toBeHidden();
  const question = page.getByRole("searchbox", { name: text("Home.question") });
  await question.fill("ТУИТ");
  const found = page.getByRole("region", { name: text("Home.found") }).getByRole("link");
  await expect(found.first()).toBeVisible();
  expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
  await expect(question).toBeFocused();
  await question.press("Enter");
  await expect(page).toHaveURL(/\/objects\/4$/);
  await page
    .getByRole("main")
    .getByRole("link", { name: text("People.findClassmates") })
    .click();
  await expect(page).toHaveURL(/\/signup\?subdomain=profile&path=%2Fobjects%2F4$/);
});

test(
  "no block of a home page that is full is higher than the screen of a phone",
  { tag: "@once" },
  async ({ kampus, at, pageOf }) => {
    const [me] = await newMembers(kampus, karimov);
    const page = await pageOf(me);
    // The page then asks for each by itself.
    await page.route("**/api/*/early?*", (route) => route.abort());
    await page.route("**/api/*/home", (route) => route.fulfill({ json: { data: fullHome } }));
    await page.goto(at(routes.home()));
    const rowsOf = (name: string) => page.getByRole("list", { name }).getByRole("listitem");
    await expect(rowsOf(text("Today.requests"))).toHaveCount(3);
    await expect(rowsOf(text("Today.suggestions"))).toHaveCount(3);
    await expect(rowsOf(text("Today.coming")).filter({ visible: true })).toHaveCount(5);
    const height = page.viewportSize()?.height ?? 0;
    for (const each of await page.getByRole("region").all())
      expect((await each.boundingBox())?.height ?? 0).toBeLessThan(height);
  },
);
