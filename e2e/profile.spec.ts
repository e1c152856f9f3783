import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { karimov, kim, newFriends, newMembers } from "#e2e/members.ts";
import { addImage, addMedia, postEducation, postJob } from "#e2e/profile-members.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

/** The largest sum of layout shifts that nobody notices. */
const shiftMax = 0.02;
const shownDays = 30;

const counters = (page: Page) => page.getByRole("list", { name: text("Profile.counters") });
const counted = (count: number, unit: "friends" | "images" | "media" | "views") =>
  `${count} ${text(`Profile.${unit}Unit`, { count })}`;
const hint = (page: Page) => page.getByRole("region", { name: text("Profile.hintTitle") });

/** Sums the layout shifts from now on that no input has caused. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as LayoutShift).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
    );
}

/** TypeScript does not know this entry type yet. */
type LayoutShift = PerformanceEntry & { value: number };

test(
  "a new member is told what their profile lacks, is led there, and may put the hint away",
  { tag: "@once" },
  async ({ at, pageOf }) => {
    const page = await pageOf(kim, routes.profile());
    await expect(hint(page).getByRole("link")).toHaveText([
      text("Profile.hintPhoto"),
      text("Profile.hintEducation"),
      text("Profile.hintJob"),
      text("Profile.hintFriends"),
      text("Profile.hintSteps"),
    ]);
    for (const title of ["Education", "Jobs", "Images", "Media", "Friends"] as const)
      await expect(page.getByRole("region", { name: text(`${title}.title`) })).toHaveCount(0);
    await hint(page)
      .getByRole("link", { name: text("Profile.hintEducation") })
      .click();
    await expect(page).toHaveURL(at(routes.educationsSettings()));
    await page.goBack();
    await page.getByRole("button", { name: text("Profile.hintDismiss") }).click();
    await expect(hint(page)).toBeHidden();
    await page.reload();
    await expect(counters(page)).toBeVisible();
    await expect(hint(page)).toBeHidden();
    await expect(page.getByText(text("Profile.viewsEmpty"))).toBeVisible();
    await expect(page.getByRole("region", { name: text("Education.title") })).toBeVisible();
  },
);

test("a full profile appears whole: face, places, counters that lead on, and nothing that moves", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [me] = await newFriends(kampus);
  const education = await postEducation(kampus, me);
  const job = await postJob(kampus, me);
  await addImage(kampus, me);
  await addMedia(kampus, me, "Реферат.txt", "Введение");
  const page = await pageOf(me);
  const shifted = await watchShifts(page);
  await page.goto(at(routes.profile()));

  await expect(
    page.getByText(
      `${job.region.name} · ${education.object.name}, 2014–2018 · ${job.position.name}`,
    ),
  ).toBeVisible();
  await expect(counters(page).getByRole("listitem")).toHaveText([
    counted(1, "friends"),
    counted(1, "images"),
    counted(1, "media"),
    counted(0, "views"),
  ]);
  await expect(hint(page)).toBeHidden();
  for (const title of ["Education", "Jobs", "Images", "Media"] as const)
    await expect(page.getByRole("region", { name: text(`${title}.title`) })).toBeVisible();
  await expect(page.getByRole("link", { name: "Юсупова Мадина" })).toBeVisible();
  expect(await shifted()).toBeLessThan(shiftMax);
  await expectAccessible(page);

  await expect(page.getByRole("link", { name: text("Profile.edit"), exact: true })).toBeVisible();
  await counters(page)
    .getByRole("link", { name: counted(1, "media") })
    .click();
  await expect(page).toHaveURL(at(routes.mediaSettings()));
  await page.goBack();
  await page.getByRole("link", { name: text("Profile.changePhoto") }).click();
  await expect(page).toHaveURL(at(routes.imagesSettings()));
});

test("a member can only view another's profile, and the view is counted once in the owner's chart", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [owner, visitor] = await newMembers(kampus, karimov, kim);
  const education = await postEducation(kampus, owner);
  await addMedia(kampus, owner, "Реферат.txt", "Введение");
  const [theirs, mine] = [await pageOf(visitor), await pageOf(owner)];

  const shifted = await watchShifts(theirs);
  await theirs.goto(at(routes.member(owner.id)));
  const main = theirs.getByRole("main");
  await expect(main.getByRole("heading", { name: owner.fullname })).toBeVisible();
  await expect(main.getByText(education.object.name).first()).toBeVisible();
  await expect(main.getByRole("link", { name: /Реферат\.txt/ }).first()).toBeVisible();
  await expect(main.getByRole("button", { name: text("Profile.message") })).toBeVisible();
  await expect(main.getByRole("button", { name: text("Friends.add") })).toBeVisible();
  for (const name of [text("Profile.edit"), text("Media.all"), text("Profile.changePhoto")])
    await expect(main.getByRole("link", { name, exact: true })).toHaveCount(0);
  await expect(main.getByText(text("Profile.viewsTitle"))).toHaveCount(0);
  expect(await shifted()).toBeLessThan(shiftMax);
  await theirs.reload();
  await expect(main.getByRole("heading", { name: owner.fullname })).toBeVisible();

  await mine.goto(at(routes.profile()));
  await expect(counters(mine)).toContainText(counted(1, "views"));
  await expect(mine.getByText(text("Profile.viewsTotal", { total: "1" }))).toBeVisible();
  const views = mine.getByRole("region", { name: text("Profile.viewsTitle") });
  await views.scrollIntoViewIfNeeded();
  const chart = views.getByRole("application", { name: text("Profile.viewsChart") });
  await chart.focus();
  for (let day = 0; day < shownDays; day += 1) await mine.keyboard.press("ArrowRight");
  await expect(views.getByRole("status")).toContainText(counted(1, "views"));
  const today = views.getByRole("table").getByRole("row").last();
  await expect(today.getByRole("cell")).toHaveText("1");
});
