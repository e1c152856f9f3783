import { openForm } from "#e2e/account-forms.ts";
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

test("a browser that has signed in shows at its next login that it is known, by a mark no script reads", async ({
  kampus,
  at,
  newPage,
}) => {
  const member = await newMember(kampus, name);
  const page = await newPage();
  const signIn = async () => {
    const form = await openForm(page, at(routes.login()));
    await form.login.fill(member.email);
    await form.password.fill(member.password);
    const asked = page.waitForRequest(/\/api\/ru\/login$/);
    await form.send();
    const { cookie = "" } = await (await asked).allHeaders();
    await expect(page).toHaveURL(at(routes.profile()));
    return cookie;
  };
  const mark = async () =>
    (await page.context().cookies()).find((cookie) => cookie.name === "known_device");
  expect(await signIn()).not.toContain("known_device");
  const left = await mark();
  expect(left).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api" });
  // A page that stands open would go to the login by itself.
  await page.goto("about:blank");
  await page.context().clearCookies({ name: "token" });
  expect(await signIn()).toContain(`known_device=${left?.value}`);
  expect((await mark())?.value).toBe(left?.value);
});
