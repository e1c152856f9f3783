import { expectAccessible } from "#e2e/accessible.ts";
import { openForm } from "#e2e/account-forms.ts";
import { chooseOption, comboboxOf, referenceName } from "#e2e/choices.ts";
import { countTaps } from "#e2e/count-taps.ts";
import { expect, test, text, journeyLocale } from "#e2e/fixtures.ts";
import { confirmationLink, karimov, newMember, yusupova } from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

/** A university that no other journey studies at. */
const studied = { object_id: 23, region_id: 1726, start: 2010, end: 2014 };

test("a newcomer sees the first classmate within twelve taps from the sign-up, and is not led there again", async ({
  kampus,
  at,
  newPage,
}) => {
  const classmate = await newMember(kampus, yusupova);
  await postEducation(kampus, classmate, studied);
  const page = await newPage();
  const counted = await countTaps(page);
  const form = await openForm(page, at(routes.signup()), journeyLocale());
  // From the first field on the keyboard leads from field to field, and sends the form.
  await form.textbox(text("Auth.surname")).click();
  const email = await form.signUp(karimov);
  await expect(page).toHaveURL(at(routes.confirmation()));
  await page.goto(await confirmationLink(kampus, email));
  await expect(page).toHaveURL(at(routes.welcome()));

  await expect(page.getByRole("heading", { level: 1, name: text("Welcome.study") })).toBeVisible();
  await expectAccessible(page);
  const name = referenceName("institutions", studied.object_id);
  await comboboxOf(page, text("Education.finder")).click();
  await comboboxOf(page, text("Education.finder")).fill(name);
  await page
    .getByRole("listbox", { name: text("Education.finder") })
    .getByRole("option")
    .first()
    .click();
  await chooseOption(page, text("Params.start"), String(studied.start));
  await chooseOption(page, text("Params.end"), String(studied.end));
  await page.getByRole("button", { name: text("Welcome.onward") }).click();
  await expect(page.getByRole("heading", { level: 1, name: text("Welcome.photo") })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: text("Welcome.skip") }).click();
  const found = page.getByRole("button", {
    name: `${text("Friends.add")}: ${classmate.fullname}`,
  });
  await expect(found).toBeVisible();
  // The field of the sign-up, seven in the steps, and beside them the link in the mail.
  expect(counted.taps).toBeGreaterThanOrEqual(8);
  expect(counted.taps + 1).toBeLessThanOrEqual(12);
  await expectAccessible(page);
  await found.click();
  await page.getByRole("link", { name: text("Welcome.done") }).click();
  await expect(page).toHaveURL(at(routes.home()));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(karimov.name);

  await page.goto(at(routes.confirmation()));
  await expect(page).toHaveURL(at(routes.profile()));
});

test(
  "every step may be skipped, and the own profile leads back to them",
  { tag: "@once" },
  async ({ kampus, at, pageOf }) => {
    const me = await newMember(kampus, yusupova);
    const page = await pageOf(me, routes.profile());
    await page.getByRole("link", { name: text("Profile.hintSteps") }).click();
    await expect(page).toHaveURL(at(routes.welcome()));
    await page.getByRole("button", { name: text("Welcome.skip") }).click();
    await page.getByRole("button", { name: text("Welcome.skip") }).click();
    await expect(page.getByText(text("Welcome.nobody"))).toBeVisible();
    await page.getByRole("link", { name: text("Welcome.done") }).click();
    await expect(page).toHaveURL(at(routes.home()));
  },
);
