import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { referenceName, save } from "#e2e/choices.ts";
import { sendMessage } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { karimov, newMembers, type PersonName, rahimov, yusupova } from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import { confirmQuestion } from "#e2e/shared-steps.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

/** Universities of Tashkent that no other journey studies at. */
const studied = { object_id: 20, region_id: 1726 };
const other = 21;
const year = 2014;
const classPage = routes.class(studied.object_id, String(year));
const institution = () => referenceName("institutions", studied.object_id);
const className = () => text("Classes.left", { year: String(year) });
const title = () => text("Classes.title", { name: className(), institution: institution() });

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: Parameters<typeof text>[0]) =>
  main(page).getByRole("button", { name: text(name), exact: true });
const roster = (page: Page) =>
  main(page)
    .getByRole("list", { name: text("Classes.roster") })
    .getByRole("listitem");

test("a member says that a class is theirs and makes its chat, another joins it, and both write there", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [me, classmate, elder] = await newMembers(kampus, karimov, yusupova, rahimov);
  await postEducation(kampus, classmate, { ...studied, start: 2010, end: year, group: "ИТ-204" });
  await postEducation(kampus, elder, { ...studied, start: 2009, end: 2013 });
  const page = await pageOf(me, routes.institution(studied.object_id));
  const strip = page.getByRole("navigation", { name: text("Classes.classes") });
  await expect(strip.getByRole("link")).toHaveText([/^20141/, /^20131/]);
  await expectAccessible(page);

  await strip.getByRole("link").first().click();
  await expect(page).toHaveURL(at(classPage));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title());
  await expect(page).toHaveTitle(`${title()} · ${text("Site.brand")}`);
  await expect(roster(page)).toHaveText([/Юсупова.*ИТ-204/]);
  await button(page, "Classes.addMine").click();
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(roster(page)).toHaveCount(2);
  await expect(button(page, "Classes.addMine")).toBeHidden();
  await expect(strip.getByRole("link", { name: text("Classes.ownClass") })).toBeVisible();
  await expectAccessible(page);

  await main(page).getByRole("button", { name: "ИТ-204" }).click();
  await expect(page).toHaveURL(/[?&]group=/);
  await expect(roster(page)).toHaveCount(1);
  await page.goBack();
  await expect(roster(page)).toHaveCount(2);

  await button(page, "Classes.makeChat").first().click();
  await expect(page).toHaveURL(/\/group\/\d+$/);
  const chat = page.url();
  await expect(page.getByRole("heading", { name: title() }).first()).toBeVisible();
  await button(page, "Messenger.headerMenu").click();
  await page.getByRole("menuitem", { name: text("Messenger.openClass") }).click();
  await expect(page).toHaveURL(at(classPage));

  const theirs = await pageOf(classmate, classPage);
  await expect(roster(theirs)).toHaveCount(2);
  await expectAccessible(theirs);
  await button(theirs, "Classes.joinChat").first().click();
  await expect(theirs).toHaveURL(chat);
  await sendMessage(theirs, "Наконец-то чат");
  const news = `${text("Classes.chat")}, ${text("Classes.unreadIn", { count: 1 })}`;
  await expect(main(page).getByRole("button", { name: news, exact: true })).toBeVisible();
  const card = main(page).getByRole("region", { name: text("Classes.chat"), exact: true });
  await expect(card.getByText("Наконец-то чат")).toBeVisible();
  await page.goto(chat);
  await expect(page.getByRole("main").getByText("Наконец-то чат").last()).toBeVisible();

  await theirs.goto(at(classPage));
  await button(theirs, "Classes.leaveChat").click();
  await confirmQuestion(theirs);
  await expect(button(theirs, "Classes.joinChat")).toHaveCount(2); // beside the name of the class, and in its card
});

test("a visitor sees the name of a class and about how many are of it, and no page of a class that cannot be", async ({
  kampus,
  at,
  newPage,
}) => {
  const place = { object_id: other, region_id: 1726, start: 2010, end: year };
  for (const member of await newMembers(kampus, ...Array<PersonName>(6).fill(rahimov)))
    await postEducation(kampus, member, place);
  const page = await newPage(routes.institution(other));
  await main(page).getByRole("link", { name: className() }).click();
  await expect(page).toHaveURL(at(routes.class(other, String(year))));
  await expect(page.getByText(text("Classes.faceTotal", { total: "5" }))).toBeVisible();
  await expect(page.getByText(rahimov.surname)).toBeHidden();
  await expectAccessible(page);
  const join = main(page).getByRole("link", { name: text("Classes.faceJoin") });
  await expect(join).toHaveAttribute("href", /signup\?.*classes%2F2014/);

  for (const path of ["classes/0", "classes/20145", "classes/x", "classes/9999"]) {
    const response = await page.goto(`${at(routes.institution(other))}/${path}`);
    expect(response?.status()).toBe(404);
  }
  await page.goto(at(routes.class(999_999, String(year))));
  await expect(page.getByRole("heading", { name: text("Classes.missingTitle") })).toBeVisible();
});
