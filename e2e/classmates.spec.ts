import type { Page } from "@playwright/test";
import {
  chooseOption,
  comboboxOf,
  referenceName,
  save,
  tashkentName,
  universityName,
} from "#e2e/choices.ts";
import { expectAccessible } from "#e2e/accessible.ts";
import { expect, stored, test, text } from "#e2e/fixtures.ts";
import { karimov, newMembers, rahimov, yusupova } from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

/** Universities of Tashkent that no other journey studies at. */
const inha = { object_id: 18, region_id: 1726269 };
const turin = { object_id: 17, region_id: 1726280 };

const years = (start: number, end: number) => ({ start, end });
const found = (page: Page, { fullname }: { fullname: string }) =>
  page
    .getByRole("region", { name: text("People.results") })
    .locator("[aria-busy=false]") // The former results stay while the next ones load.
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: fullname }) });

test(
  "a new member tells where they studied, and befriends a classmate on the page it leads to",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const [me, classmate, graduate] = await newMembers(kampus, karimov, yusupova, rahimov);
    await postEducation(kampus, classmate, { ...inha, ...years(2015, 2019) });
    await postEducation(kampus, graduate, { ...inha, ...years(2000, 2004) });
    const page = await pageOf(me, routes.institution(inha.object_id));
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      text("Classes.classes"),
      text("People.begunBetween", { start: "2010", end: "2019" }),
      text("People.begunBetween", { start: "2000", end: "2009" }),
    ]);

    const object = referenceName("institutions", inha.object_id);
    await page.getByRole("button", { name: text("People.studiedHereToo") }).click();
    await expect(comboboxOf(page, text("Education.establishment"))).toHaveValue(universityName());
    await expect(comboboxOf(page, text("Params.region"))).toHaveValue(tashkentName());
    await expect(comboboxOf(page, text("Education.object"))).toHaveValue(object);
    await chooseOption(page, text("Params.start"), "2014");
    await chooseOption(page, text("Params.end"), "2018");
    await save(page);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      text("Classes.classes"),
      text("People.classmates"),
      text("People.begunBetween", { start: "2000", end: "2009" }),
    ]);

    const classmates = page.getByRole("region", { name: text("People.classmates") });
    await expect(classmates.getByText("2015–2019")).toBeVisible();
    const decide = (label: "Friends.add" | "Friends.cancelRequest") =>
      classmates.getByRole("button", { name: `${text(label)}: ${classmate.fullname}` });
    await stored(page, () => decide("Friends.add").click());
    await expect(decide("Friends.cancelRequest")).toBeVisible();
    await page.reload();
    await expect(decide("Friends.cancelRequest")).toBeVisible();
  },
);

test("people are found by filters that the address keeps, and a suggestion is dismissed for good", async ({
  kampus,
  at,
  pageOf,
}, { project }) => {
  const [me, classmate, graduate] = await newMembers(kampus, karimov, yusupova, rahimov);
  await postEducation(kampus, me, { ...turin, ...years(2014, 2018) });
  await postEducation(kampus, classmate, { ...turin, ...years(2015, 2019) });
  await postEducation(kampus, graduate, { ...turin, ...years(2012, 2016) });
  const page = await pageOf(me, routes.findPeople());
  const suggestions = page.getByRole("region", { name: text("People.suggestions") });
  await expect(suggestions.getByRole("listitem")).toHaveCount(2);
  await suggestions
    .getByRole("button", { name: `${text("People.dismiss")}: ${graduate.fullname}` })
    .click();
  const note = text("People.dismissed", { name: graduate.fullname });
  await expect(suggestions.getByRole("listitem", { name: note })).toBeFocused();
  await expect(suggestions.getByRole("link", { name: graduate.fullname })).toBeHidden();

  const phone = project.name === "phone";
  if (phone) await page.getByRole("button", { name: text("People.filters") }).click();
  const object = referenceName("institutions", turin.object_id);
  await chooseOption(page, text("People.object"), object);
  await chooseOption(page, text("People.yearFrom"), "2018");
  await expectAccessible(page);
  if (phone) await page.getByRole("button", { name: text("People.showFound") }).click();
  await expect(found(page, classmate)).toContainText("2015–2019");
  await expect(found(page, graduate)).toBeHidden();

  await page.reload();
  await expect(found(page, classmate)).toContainText(object);
  const chip = (filter: string) =>
    page.getByRole("button", { name: text("People.removeFilter", { filter }) });
  await chip(text("People.yearsFrom", { start: "2018" })).click();
  await expect(found(page, graduate)).toBeVisible();
  await expect(chip(object)).toBeVisible();
  await page.goBack();
  await expect(found(page, graduate)).toBeHidden();
  if (!phone) await expect(comboboxOf(page, text("People.yearFrom"))).toHaveValue("2018");

  await page.goto(at(routes.findPeople()));
  await expect(suggestions.getByRole("listitem")).toHaveCount(1);
  await expect(suggestions.getByRole("link", { name: classmate.fullname })).toBeVisible();

  await test.step("the header has a way to the search anywhere else", async () => {
    const ways = page.getByRole("banner").getByLabel(text("Search.label"), { exact: true });
    await expect(ways.filter({ visible: true })).toHaveCount(0);
    await page.goto(at(routes.friends()));
    await expect(ways.filter({ visible: true })).toHaveCount(1);
  });
});
