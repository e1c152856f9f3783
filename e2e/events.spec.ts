import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, stored, test, text } from "#e2e/fixtures.ts";
import { call, karimov, newFriends, newMembers, yusupova } from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import { routes } from "#lib/routes.ts";

/** A university of Tashkent at which no other journey studies. */
const studied = { object_id: 24, region_id: 1726, start: 2011, end: 2015 };
const classPage = routes.class(studied.object_id, String(studied.end));

/** The next one: events further ahead than a few years are refused. */
const year = new Date().getFullYear() + 1;

const press = (page: Page, name: Parameters<typeof text>[0]) =>
  page.getByRole("button", { name: text(name), exact: true });

/** On a phone the events are folded until all are requested. */
async function unfold(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) > 768) return;
  await page.getByRole("button", { name: text("Events.all", { count: 1 }) }).click();
}

test("an event of a class is made, answered, saved as a file, followed by a calendar, changed and cancelled", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [me, classmate] = await newMembers(kampus, karimov, yusupova);
  for (const member of [me, classmate]) await postEducation(kampus, member, studied);
  const [page, theirs] = [await pageOf(me), await pageOf(classmate)];
  const card = (of: Page, title: string) => of.getByRole("article", { name: title, exact: true });
  const choose = async (title: string, action: Parameters<typeof text>[0]) => {
    await page.getByRole("button", { name: text("Events.actions", { title }) }).click();
    await page.getByRole("menuitem", { name: text(action) }).click();
  };

  await test.step("it is made, and a classmate comes", async () => {
    await page.goto(at(classPage));
    await press(page, "Events.make").first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel(text("Events.name")).fill("Встреча");
    await form.getByLabel(text("Events.start")).fill(`${year}-12-12T18:00`);
    await stored(page, () => press(page, "Events.save").click());
    await expect(card(page, "Встреча")).toContainText(`12.12.${year}, 18:00`);
    await theirs.goto(at(classPage));
    await stored(theirs, () => press(theirs, "Events.going").click());
    await expect(card(theirs, "Встреча")).toContainText(text("Events.goingCount", { count: 1 }));
  });

  await test.step("its file is downloaded", async () => {
    for (const each of [page, theirs]) await unfold(each);
    const downloading = page.waitForEvent("download");
    await choose("Встреча", "Events.download");
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^kampus-event-\d+\.ics$/);
    expect(await readFile(await download.path(), "utf8")).toMatch(
      /^BEGIN:VCALENDAR\r\n[^]*\r\nSUMMARY:Встреча\r\n/,
    );
  });

  await test.step("the address of the calendar shows it until it is renewed", async () => {
    await press(theirs, "Events.subscribe").click();
    const address = theirs.getByRole("dialog").getByLabel(text("Events.address"));
    await expect(address).toHaveValue(/\.ics$/);
    const former = new URL(await address.inputValue()).pathname;
    const calendar = await kampus.request("", former);
    expect([calendar.status, calendar.headers["content-type"]]).toEqual([
      200,
      "text/calendar; charset=utf-8",
    ]);
    expect(calendar.body).toContain("SUMMARY:Встреча");
    await press(theirs, "Events.renew").click();
    await stored(theirs, () => press(theirs, "Site.ok").click());
    await expect(address).not.toHaveValue(new RegExp(former));
    expect((await kampus.request("", former)).status).toBe(404);
    const renewed = new URL(await address.inputValue()).pathname;
    expect((await kampus.request("", renewed)).body).toContain("SUMMARY:Встреча");
    // The question closes first, or Escape would close nothing else.
    await expect(theirs.getByRole("dialog")).toHaveCount(1);
    await theirs.keyboard.press("Escape");
    await expect(theirs.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("it is changed, and at last cancelled, before the eyes of the classmate", async () => {
    await choose("Встреча", "Events.edit");
    const form = page.getByRole("dialog");
    await form.getByLabel(text("Events.name")).fill("Встреча у реки");
    await form.getByLabel(text("Events.place")).fill("Чайхана");
    await stored(page, () => press(page, "Events.save").click());
    await expect(card(theirs, "Встреча у реки")).toContainText("Чайхана");
    await choose("Встреча у реки", "Events.cancel");
    await stored(page, () => press(page, "Site.ok").click());
    for (const each of [page, theirs])
      await expect(card(each, "Встреча у реки")).toContainText(text("Events.cancelled"));
    await theirs.goto(at(routes.home()));
    await expect(theirs.getByRole("listitem").filter({ hasText: "Встреча у реки" })).toContainText(
      text("Today.eventCancelled"),
    );
  });
});

test("the roster of a class stands near on a phone, however many events are ahead", async ({
  kampus,
  pageOf,
}) => {
  const [me] = await newMembers(kampus, karimov);
  const end = 2016;
  await postEducation(kampus, me, { ...studied, end });
  const place = `/api/ru/objects/${studied.object_id}/classes/${end}/events`;
  for (const day of [1, 2, 3, 4, 5]) {
    const start = new Date(Date.now() + day * 24 * 60 * 60 * 1000).toISOString();
    const event = { title: `Встреча ${day}`, start, time_zone: "Asia/Tashkent" };
    await call(kampus, me, "POST", place, event);
  }
  const page = await pageOf(me, routes.class(studied.object_id, String(end)));
  await page.setViewportSize({ width: 390, height: 844 });
  const first = page
    .getByRole("list", { name: text("Classes.roster") })
    .getByRole("listitem")
    .first();
  await expect(page.getByRole("button", { name: text("Events.all", { count: 5 }) })).toBeVisible();
  await expect
    .poll(async () => (await first.boundingBox())?.y ?? Infinity)
    .toBeLessThanOrEqual(1200);
});

test("a birthday that a member enters is kept, and a friend finds it at home", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [me, friend] = await newFriends(kampus);
  const [page, theirs] = [await pageOf(me), await pageOf(friend)];
  // A day ahead, so that it is still near if midnight passes meanwhile.
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const partOf = (part: "day" | "month") =>
    String(
      Number(tomorrow.toLocaleDateString("en", { [part]: "numeric", timeZone: "Asia/Tashkent" })),
    );
  const fields = [
    { name: "Settings.birthDay", value: partOf("day") },
    { name: "Settings.birthMonth", value: partOf("month") },
  ] as const;

  await page.goto(at(routes.accountSettings()));
  for (const { name, value } of fields)
    await page.getByLabel(text(name), { exact: true }).selectOption(value);
  await stored(page, () => press(page, "Settings.save").click());
  await page.reload();
  for (const { name, value } of fields)
    await expect(page.getByLabel(text(name), { exact: true })).toHaveValue(value);

  await theirs.goto(at(routes.home()));
  await expect(
    theirs.getByRole("list", { name: text("Today.coming") }).getByRole("link"),
  ).toHaveText(me.fullname);
});
