import { openForm } from "#e2e/account-forms.ts";
import { expect, test } from "#e2e/fixtures.ts";
import { karimov, newAccount, newMember } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

test("after the login a member goes where they were going, to the profile, or to confirm the address first", async ({
  kampus,
  at,
  newPage,
}) => {
  const member = await newMember(kampus, karimov);
  const unverified = await newAccount(kampus, karimov);
  for (const [who, from, to] of [
    [member, routes.login(routes.findPeople()), routes.findPeople()],
    [member, routes.login(), routes.profile()],
    [unverified, routes.login(routes.findPeople()), routes.confirmation()],
  ] as const) {
    const page = await newPage();
    const form = await openForm(page, at(from));
    await form.logIn(who);
    await expect(page).toHaveURL(at(to));
  }
});

test("a link that would lead elsewhere leads a member to the profile", async ({ at, pageOf }) => {
  const page = await pageOf(karimov);
  await page.goto(`${at(routes.login())}?subdomain=profile&path=//evil.com`);
  await expect(page).toHaveURL(at(routes.profile()));
});
