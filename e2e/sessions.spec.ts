import { expect, test, text } from "#e2e/fixtures.ts";
import { newAccount, newMember } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

const name = { surname: "Ким", name: "Елена", patronymic: "Сергеевна" };

test("logging out goes to the login and signs every other tab out", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const member = await newMember(kampus, name);
  const profile = await newPage();
  await signIn(profile, member);
  const chats = await profile.context().newPage();
  await chats.goto(at(routes.chats()));
  await expect(chats.getByText(text("Messenger.empty"))).toBeVisible();
  await profile.goto(at(routes.profile()));
  await profile
    .getByRole("button", { name: text("Auth.account", { name: member.fullname }) })
    .click();
  await profile.getByRole("menuitem", { name: text("Auth.signOut") }).click();

  await expect(profile).toHaveURL(at(routes.login()));
  await expect(chats).toHaveURL(/\/ru\/login/);
  await profile.goto(at(routes.profile()));
  await expect(profile).toHaveURL(/\/ru\/login/);
});

test("a visitor is sent to the login, which keeps where they were going", async ({
  at,
  newPage,
}) => {
  const page = await newPage();
  const search = routes.findPeople({ q: "ким" });
  await page.goto(at(search));
  await expect(page).toHaveURL(at(routes.login(search)));
});

test("whoever has not confirmed the address is sent to the confirmation from everywhere", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const page = await newPage();
  await signIn(page, await newAccount(kampus, name));
  for (const route of [routes.profile(), routes.friends(), routes.chats(), routes.login()]) {
    await page.goto(at(route));
    await expect(page).toHaveURL(at(routes.confirmation()));
  }
});
