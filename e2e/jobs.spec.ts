import { chooseOption, comboboxOf, referenceName, save, tashkentName } from "#e2e/choices.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { goBackFrom } from "#e2e/layer-history.ts";
import { karimov, newMember, yusupova } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

test("a job that goes on is added by way of the own page, and others see it without being able to change it", async ({
  kampus,
  at,
  pageOf,
}) => {
  const member = await newMember(kampus, karimov);
  const page = await pageOf(member, routes.profile());
  await page.getByRole("link", { name: text("Profile.hintJob") }).click();
  await page
    .getByRole("button", { name: text("Jobs.add") })
    .first()
    .click();
  await expect(comboboxOf(page, text("Jobs.position"))).toBeDisabled();
  await chooseOption(page, text("Jobs.sphere"), referenceName("spheres", 1));
  await chooseOption(page, text("Jobs.position"), referenceName("positions", 101));
  await page.getByLabel(text("Jobs.company")).fill("Школа № 110");
  await chooseOption(page, text("Params.region"), tashkentName());
  await chooseOption(page, text("Params.start"), "2020");
  await page.getByLabel(text("Params.untilNow")).check();
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goto(at(routes.profile()));
  const years = text("Params.periodUntilNow", { start: "2020" });
  const jobs = page.getByRole("region", { name: text("Jobs.title"), exact: true });
  await expect(jobs.getByText(years)).toBeVisible();

  const other = await pageOf(yusupova, routes.member(member.id));
  const seen = other.getByRole("region", { name: text("Jobs.title"), exact: true });
  await expect(seen.getByRole("heading", { name: referenceName("positions", 101) })).toBeVisible();
  await expect(
    seen.getByText(`Школа № 110 · ${referenceName("spheres", 1)} · ${tashkentName()}`),
  ).toBeVisible();
  await expect(seen.getByText(years)).toBeVisible();
  await expect(seen.getByRole("button")).toHaveCount(0);
});

test("a job is added by the keyboard alone, and what was entered is not thrown away by Escape or Back", async ({
  at,
  pageOf,
}) => {
  const page = await pageOf(karimov);
  const { keyboard } = page;
  const take = async (name: string) => {
    await keyboard.type(name.slice(0, 5));
    await expect(page.getByRole("option", { name, exact: true })).toBeVisible();
    await keyboard.press("Enter");
  };
  await page.goto(at(routes.jobsSettings()));
  await page
    .getByRole("button", { name: text("Jobs.add") })
    .first()
    .focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(comboboxOf(page, text("Jobs.sphere"))).toBeFocused();
  await take(referenceName("spheres", 1));
  await keyboard.press("Tab");
  await expect(comboboxOf(page, text("Jobs.position"))).toBeFocused();
  await take(referenceName("positions", 101));
  await keyboard.press("Tab");
  await keyboard.type("Школа № 110");
  await keyboard.press("Escape");
  const no = page.getByRole("dialog").getByRole("button", { name: text("Site.cancel") });
  await expect(no.last()).toBeFocused();
  await keyboard.press("Escape");
  await expect(page.getByLabel(text("Jobs.company"))).toBeFocused();
  await expect(page.getByLabel(text("Jobs.company"))).toHaveValue("Школа № 110");
  await goBackFrom(page, 1);
  await expect(no.last()).toBeFocused();
  await keyboard.press("Escape");
  await expect(page.getByLabel(text("Jobs.company"))).toHaveValue("Школа № 110");
  await keyboard.press("Tab");
  await take(tashkentName());
  await expect(comboboxOf(page, text("Params.district"))).toBeVisible();
  await keyboard.press("Tab");
  await keyboard.press("Tab"); // past the district, which may stay empty
  await take("2020");
  await keyboard.press("Tab");
  await keyboard.type("2024");
  await expect(page.getByRole("option", { name: "2024", exact: true })).toBeVisible();
  await keyboard.press("Tab"); // which chooses the only one
  await keyboard.press("Tab"); // past «until now» and Cancel
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(page.getByText("2020–2024")).toBeVisible();
  await expect(page.getByRole("button", { name: text("Jobs.add") })).toBeFocused();
});
