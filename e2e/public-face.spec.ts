import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { accountFormOf, openForm } from "#e2e/account-forms.ts";
import { chooseOption, comboboxOf, referenceName, save } from "#e2e/choices.ts";
import { expect, test, textsOf } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import {
  confirmationLink,
  karimov,
  newAccount,
  newMember,
  newMembers,
  type PersonName,
} from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import { routes } from "#lib/routes.ts";

const text = textsOf("ru");

/** Universities that no other journey studies at or counts. */
const studied = { object_id: 16, region_id: 1726 };
const empty = 15;
const institution = () => referenceName("institutions", studied.object_id);

async function sixGraduates(kampus: Kampus): Promise<void> {
  for (const member of await newMembers(kampus, ...Array<PersonName>(6).fill(karimov)))
    await postEducation(kampus, member, { ...studied, start: 2010, end: 2014 });
}

const heading = (page: Page, name = institution()) => page.getByRole("heading", { level: 1, name });
const whatOpensAfterSignUp = (page: Page) =>
  page.getByRole("main").getByText(text("Auth.thenOpens"));
const joinHere = (page: Page) =>
  page.getByRole("main").getByRole("link", { name: text("People.findClassmates") });

test("a visitor taps an institution, signs up, confirms by the mailed link and arrives where they studied", async ({
  kampus,
  at,
  newPage,
}) => {
  await sixGraduates(kampus);
  const page = await newPage(routes.home());
  await page.getByRole("searchbox", { name: text("Institutions.search") }).fill(institution());
  await page.getByRole("link", { name: institution(), exact: true }).click();
  await expect(page).toHaveURL(at(routes.institution(studied.object_id)));
  await expect(heading(page)).toBeVisible();
  const years = page.getByRole("region", { name: text("People.faceYears") });
  await expect(years.getByRole("listitem")).toHaveText([
    `${text("People.faceLeft", { year: "2014" })}${text("People.moreThan", { total: "5" })}`,
  ]);
  await expect(page.getByRole("navigation", { name: text("Layout.navigation") })).toBeHidden();
  await expectAccessible(page);

  await joinHere(page).click();
  const form = accountFormOf(page);
  await form.captchaHasCome();
  await expect(whatOpensAfterSignUp(page)).toContainText(institution());
  await expectAccessible(page);
  const email = await form.signUp(karimov);
  await expect(page).toHaveURL(at(routes.confirmation()));
  await expect(whatOpensAfterSignUp(page)).toContainText(institution());

  const mailed = await page.context().newPage();
  await mailed.goto(await confirmationLink(kampus, email));
  await expect(mailed).toHaveURL(at(routes.institution(studied.object_id)));
  // The tab that waited goes there too, although the other one was first.
  await page.bringToFront();
  await expect(page).toHaveURL(at(routes.institution(studied.object_id)));
  await mailed.close();

  await page.getByRole("button", { name: text("People.studiedHereToo") }).click();
  await expect(comboboxOf(page, text("Params.start"))).toBeFocused();
  await chooseOption(page, text("Params.start"), "2010");
  await chooseOption(page, text("Params.end"), "2014");
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    text("Classes.classes"),
    text("People.classmates"),
  ]);
  await expect(heading(page)).toBeFocused();
});

test(
  "login, sign-up and recovery keep the institution, also from one to another",
  { tag: "@once" },
  async ({ kampus, at, newPage }) => {
    const member = await newMember(kampus, karimov);
    const page = await newPage(routes.institution(empty));
    await expect(heading(page, referenceName("institutions", empty))).toBeVisible();
    await expect(page.getByText(text("People.faceFew"))).toBeVisible();
    await joinHere(page).click();
    await expect(whatOpensAfterSignUp(page)).toContainText(referenceName("institutions", empty));
    const follow = (name: string) => page.getByRole("main").getByRole("link", { name }).click();
    await follow(text("Auth.toLogin"));
    await expect(page).toHaveURL(at(routes.login(routes.institution(empty))));
    await follow(text("Auth.forgotPassword"));
    await expect(page).toHaveURL(at(routes.recovery(routes.institution(empty))));
    await expect(whatOpensAfterSignUp(page)).toContainText(referenceName("institutions", empty));
    await follow(text("Recovery.toLogin"));
    await expect(page).toHaveURL(at(routes.login(routes.institution(empty))));
    const form = accountFormOf(page);
    await form.logIn(member);
    await expect(page).toHaveURL(at(routes.institution(empty)));
    await expect(page.getByRole("button", { name: text("People.studiedHereToo") })).toBeVisible();
  },
);

test(
  "an institution that is not there leads a visitor back to the others",
  { tag: "@once" },
  async ({ at, newPage }) => {
    const page = await newPage(routes.institution(999_999_999));
    await expect(heading(page, text("People.institutionMissingTitle"))).toBeVisible();
    await page.getByRole("link", { name: text("People.backToInstitutions") }).click();
    await expect(page).toHaveURL(at(routes.home()));
  },
);

test(
  "an unverified member sees the public face, one button to the confirmation, and the place afterwards; signing out forgets it",
  { tag: "@once" },
  async ({ kampus, at, pageOf }) => {
    const account = await newAccount(kampus, karimov);
    const page = await pageOf(account, routes.institution(empty));
    await expect(joinHere(page)).toBeHidden();
    await page.getByRole("link", { name: text("People.toConfirmation") }).click();
    await expect(page).toHaveURL(at(routes.confirmation()));
    await expect(whatOpensAfterSignUp(page)).toContainText(referenceName("institutions", empty));
    await page.getByRole("button", { name: text("Auth.anotherAccount") }).click();
    await expect(page).toHaveURL(at(routes.login()));
    const form = await openForm(page, at(routes.login()));
    await expect(form.login).toBeVisible();
    await expect(whatOpensAfterSignUp(page)).toBeHidden();
  },
);
