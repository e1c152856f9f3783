import { expect, test, text, textsOf } from "#e2e/fixtures.ts";
import { openForm, textedCode } from "#e2e/account-forms.ts";
import { karimov, newMember } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

test("settings are a list of sections on a phone, and the first section beside it on a wide screen", async ({
  at,
  pageOf,
}, { project }) => {
  const page = await pageOf(karimov, routes.profile());
  if (project.name === "wide")
    await page
      .getByRole("navigation", { name: text("Layout.navigation") })
      .getByRole("link", { name: text("Layout.settings") })
      .click();
  else await page.goto(at(routes.settings())); // as the header's menu does
  const sections = page.getByRole("navigation", { name: text("Settings.sections") });
  await expect(sections.getByRole("link")).toHaveCount(11);
  if (project.name === "wide") {
    await expect(page).toHaveURL(at(routes.accountSettings()));
    await sections.getByRole("link", { name: text("Settings.data") }).click();
    await expect(sections.locator("[aria-current=page]")).toContainText(text("Settings.data"));
  } else {
    await expect(page).toHaveURL(at(routes.settings()));
    await sections.getByRole("link", { name: text("Settings.data") }).click();
    await expect(sections).toBeHidden();
    await page
      .getByRole("main")
      .getByRole("link", { name: text("Settings.title") })
      .click();
    await expect(page).toHaveURL(at(routes.settings()));
    await expect(sections).toBeVisible();
  }
});

test(
  "a new name shows in the header at once and on every surface, and stays",
  { tag: "@once" },
  async ({ at, pageOf }) => {
    const page = await pageOf(karimov, routes.accountSettings());
    await page.getByLabel(text("Settings.surname"), { exact: true }).fill("Усманова");
    await page.getByRole("button", { name: text("Settings.save") }).click();
    const saved = text("Answers.accountSaved");
    await expect(page.getByRole("alert").filter({ hasText: saved })).toBeVisible();
    await expect(page.getByRole("button", { name: text("Settings.save") })).toBeFocused();
    const name = text("Auth.account", { name: "Усманова Алишер Бахтиёрович" });
    await expect(page.getByRole("button", { name })).toBeVisible();
    await expect(page.getByText(text("Settings.unsaved"))).toBeHidden();
    await page.goto(at(routes.chats()));
    await expect(page.getByRole("button", { name })).toBeVisible();
  },
);

test(
  "what was typed and not saved waits while the member looks at other pages",
  { tag: "@once" },
  async ({ at, pageOf }) => {
    const page = await pageOf(karimov, routes.accountSettings());
    await page.getByLabel(text("Settings.name"), { exact: true }).fill("Олим");
    await page
      .getByRole("navigation", { name: text("Layout.navigation") })
      .getByRole("link", { name: text("Layout.friends") })
      .click();
    await expect(page).toHaveURL(at(routes.friends()));
    await page.goBack();
    await expect(page.getByLabel(text("Settings.name"), { exact: true })).toHaveValue("Олим");
    await expect(page.getByText(text("Settings.unsaved"))).toBeVisible();
  },
);

test(
  "a recovery phone is added with the password and a code, and after 72 hours sets a new password",
  { tag: "@once" },
  async ({ kampus, at, newPage, pageOf }) => {
    test.slow(); // two ways through codes, and a restart
    const member = await newMember(kampus, karimov);
    const phone = `+99890${String(member.id).padStart(7, "0")}`;
    const page = await pageOf(member);
    const textbox = (name: Parameters<typeof text>[0]) =>
      page.getByRole("textbox", { name: text(name), exact: true });
    const press = (name: Parameters<typeof text>[0]) =>
      page.getByRole("button", { name: text(name), exact: true }).click();
    await test.step("the phone is added in the settings with the password and a code", async () => {
      await page.goto(at(routes.accountSettings()));
      await press("Settings.addPhone");
      await textbox("Settings.newPhone").fill(phone);
      await textbox("Settings.currentPassword").fill("не тот конь");
      await press("Settings.sendPhoneCode");
      await expect(page.getByText(text("Site.wrongPassword"))).toBeVisible();
      await textbox("Settings.currentPassword").fill(member.password);
      await press("Settings.sendPhoneCode");
      await expect(textbox("Settings.phoneCode")).toBeFocused();
      await textbox("Settings.phoneCode").fill(await textedCode(kampus, phone));
      await press("Settings.confirmPhone");
      await expect(page.getByText(text("Settings.phoneAge"))).toBeVisible();
    });

    await kampus.whileStopped((database) =>
      database.query(
        "UPDATE users SET phone_changed_at = now() - interval '73 hours' WHERE phone = $1",
        [phone],
      ),
    );
    await test.step("three days later the phone works", async () => {
      await page.reload();
      await expect(page.getByText(text("Settings.phoneWorks"))).toBeVisible();
    });

    const forgetful = await newPage();
    const form = await openForm(forgetful, at(routes.recovery()));
    await test.step("whoever has forgotten the password gets a code by phone", async () => {
      await forgetful.getByText(text("Recovery.byPhone"), { exact: true }).click();
      await form.textbox(text("Recovery.phone")).fill(phone);
      await form.send();
      await expect(form.textbox(text("Recovery.phoneCode"))).toBeFocused();
      await forgetful.reload();
      await form.textbox(text("Recovery.phoneCode")).fill(await textedCode(kampus, phone, 2));
      await form.button(text("Recovery.checkCode")).click();
    });
    await test.step("and sets another one, which ends the session in the settings", async () => {
      await expect(form.textbox(text("Recovery.password"))).toBeFocused();
      await form.textbox(text("Recovery.password")).fill("совсем другой конь");
      await form.textbox(text("Recovery.passwordConfirmation")).fill("совсем другой конь");
      await form.button(text("Recovery.save")).click();
      await expect(forgetful).toHaveURL(at(routes.login()));
      await expect(page).toHaveURL(/\/ru\/login/);
    });
  },
);

test(
  "the language changes with the same page, for the next visit and for mails",
  { tag: "@once" },
  async ({ at, pageOf }) => {
    const page = await pageOf(karimov, routes.accountSettings());
    await page.getByLabel(text("Settings.language"), { exact: true }).selectOption("uz");
    await page.getByRole("button", { name: text("Settings.save") }).click();
    await expect(page).toHaveURL(at(routes.accountSettings(), "uz"));
    const uz = textsOf("uz");
    await expect(page.getByRole("heading", { name: uz("Settings.personalTitle") })).toBeVisible();
    await expect(page.getByLabel(uz("Settings.language"), { exact: true })).toHaveValue("uz");
    await expect(page.getByText(uz("Settings.unsaved"))).toBeHidden();
    await page.goto(new URL("/", at(routes.profile())).href);
    await expect(page).toHaveURL(at(routes.profile(), "uz"));
  },
);

test(
  "the colour scheme applies at once and on another surface, and may follow the system again",
  { tag: "@once" },
  async ({ at, pageOf }) => {
    const page = await pageOf(karimov);
    await page.emulateMedia({ colorScheme: "light" });
    const html = page.locator("html");
    const scheme = "data-mantine-color-scheme";
    await page.goto(at(routes.accountSettings()));
    const system = page.getByRole("radio", { name: text("Settings.schemeSystem") });
    await expect(system).toBeChecked();
    await page.getByText(text("Settings.schemeDark"), { exact: true }).click();
    await expect(html).toHaveAttribute(scheme, "dark");
    await page.goto(at(routes.chats()));
    await expect(html).toHaveAttribute(scheme, "dark");
    await page.goto(at(routes.accountSettings()));
    await expect(page.getByRole("radio", { name: text("Settings.schemeDark") })).toBeChecked();
    await page.getByText(text("Settings.schemeSystem"), { exact: true }).click();
    await expect(html).toHaveAttribute(scheme, "light");
  },
);
