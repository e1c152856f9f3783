import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { chooseOption, comboboxOf, referenceName, save } from "#e2e/choices.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { karimov } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

const region = () => referenceName("regions", 1712);
const district = () => referenceName("regions", 1712211);
const finderOf = (page: Page) => comboboxOf(page, text("Education.finder"));
const optionsOf = (page: Page) =>
  page.getByRole("listbox", { name: text("Education.finder") }).getByRole("option");

async function chooseYears(page: Page) {
  await chooseOption(page, text("Params.start"), "2001");
  await chooseOption(page, text("Params.end"), "2012");
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
}

test("a member makes their school in the field that did not find it, and another finds that in the other script", async ({
  at,
  pageOf,
}) => {
  const open = async (names: typeof karimov) => {
    const page = await pageOf(names);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(at(routes.educationsSettings()));
    await page
      .getByRole("button", { name: text("Education.add") })
      .last()
      .click();
    await expect(finderOf(page)).toBeFocused();
    return page;
  };
  const number = String(1000 + Math.floor(Math.random() * 8000));
  const page = await open(karimov);
  await page.keyboard.type(`Школа № ${number}`);
  const add = text("Education.addSchool", { number });
  await expect(optionsOf(page).filter({ hasText: add })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: add })).toBeVisible();
  await chooseOption(page, text("Params.region"), region());
  await chooseOption(page, text("Params.district"), district());
  await page.getByRole("button", { name: text("Education.addSchoolDo"), exact: true }).click();
  const school = text("Schools.numbered", { number });
  await expect(finderOf(page)).toHaveValue(school);
  await chooseYears(page);
  await expect(page.getByRole("link", { name: school })).toBeVisible();

  const other = await open({ ...karimov, surname: "Саидов" });
  await other.keyboard.type(`${number}-maktab`);
  await expect(optionsOf(other).first()).toContainText(school);
  await expect(optionsOf(other).first()).toContainText(district());
  await other.keyboard.press("Enter");
  await expect(finderOf(other)).toHaveValue(school);
  await chooseYears(other);
  await expect(other.getByRole("link", { name: school })).toBeVisible();
});
