import { expect, test, text, textsOf } from "#e2e/fixtures.ts";
import { newMember } from "#e2e/members.ts";
import { karimov } from "#e2e/settings-members.ts";
import { routes } from "#lib/routes.ts";

test("settings are a list of sections on a phone, and the first section beside it on a wide screen", async ({
  kampus,
  at,
  newPage,
  signIn,
}, { project }) => {
  const page = await newPage();
  await signIn(page, await newMember(kampus, karimov));
  await page.goto(at(routes.profile()));
  await page
    .getByRole("navigation", { name: text("Layout.navigation") })
    .getByRole("link", { name: text("Layout.settings") })
    .click();
  const sections = page.getByRole("navigation", { name: text("Settings.sections") });
  await expect(sections.getByRole("link")).toHaveCount(10);
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

test("a new name shows in the header at once and on every surface, and stays", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const page = await newPage();
  await signIn(page, await newMember(kampus, karimov));
  await page.goto(at(routes.accountSettings()));
  await page.getByLabel(text("Settings.surname"), { exact: true }).fill("Усманова");
  await page.getByLabel(text("Settings.phone"), { exact: true }).fill("+998 (90) 765-43-21");
  await page.getByRole("button", { name: text("Settings.save") }).click();
  await expect(page.getByText(text("Answers.accountSaved"))).toBeVisible();
  const name = text("Auth.account", { name: "Усманова Алишер Бахтиёрович" });
  await expect(page.getByRole("button", { name })).toBeVisible();
  await expect(page.getByLabel(text("Settings.phone"), { exact: true })).toHaveValue(
    "+998 90 765 43 21",
  );
  await expect(page.getByText(text("Settings.unsaved"))).toBeHidden();
  await page.goto(at(routes.chats()));
  await expect(page.getByRole("button", { name })).toBeVisible();
});

test("what was typed and not saved waits while the member looks at other pages", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const page = await newPage();
  await signIn(page, await newMember(kampus, karimov));
  await page.goto(at(routes.accountSettings()));
  await page.getByLabel(text("Settings.name"), { exact: true }).fill("Олим");
  await page
    .getByRole("navigation", { name: text("Layout.navigation") })
    .getByRole("link", { name: text("Layout.friends") })
    .click();
  await expect(page).toHaveURL(at(routes.friends()));
  await page.goBack();
  await expect(page.getByLabel(text("Settings.name"), { exact: true })).toHaveValue("Олим");
  await expect(page.getByText(text("Settings.unsaved"))).toBeVisible();
});

test("a telephone that another member has is refused on its field", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const phone = "+998 91 222 33 44";
  const pages = [await newPage(), await newPage()];
  for (const page of pages) {
    await signIn(page, await newMember(kampus, karimov));
    await page.goto(at(routes.accountSettings()));
    await page.getByLabel(text("Settings.phone"), { exact: true }).fill(phone);
    await page.getByRole("button", { name: text("Settings.save") }).click();
    if (page === pages[0]) await expect(page.getByText(text("Answers.accountSaved"))).toBeVisible();
  }
  const refused = pages[1]?.getByLabel(text("Settings.phone"), { exact: true });
  if (!refused) throw new Error("there are two pages");
  await expect(refused).toBeFocused();
  await expect(refused).toHaveAttribute("aria-invalid", "true");
});

test("the language changes with the same page, for the next visit and for mails", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const page = await newPage();
  await signIn(page, await newMember(kampus, karimov));
  await page.goto(at(routes.accountSettings()));
  await page.getByLabel(text("Settings.language"), { exact: true }).selectOption("uz");
  await page.getByRole("button", { name: text("Settings.save") }).click();
  await expect(page).toHaveURL(at(routes.accountSettings(), "uz"));
  const uz = textsOf("uz");
  await expect(page.getByRole("heading", { name: uz("Settings.personalTitle") })).toBeVisible();
  await expect(page.getByLabel(uz("Settings.language"), { exact: true })).toHaveValue("uz");
  await expect(page.getByText(uz("Settings.unsaved"))).toBeHidden();
  await page.goto(new URL("/", at(routes.profile())).href);
  await expect(page).toHaveURL(at(routes.profile(), "uz"));
});

test("the colour scheme applies at once and on another surface, and may follow the system again", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const page = await newPage();
  await page.emulateMedia({ colorScheme: "light" });
  await signIn(page, await newMember(kampus, karimov));
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
});
