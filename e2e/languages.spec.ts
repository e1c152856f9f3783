import { accountFormOf } from "#e2e/account-forms.ts";
import { expect, languageNames, test, text, textsOf } from "#e2e/fixtures.ts";
import { newMember } from "#e2e/members.ts";
import { chooseLanguage } from "#e2e/shared-steps.ts";
import { routes } from "#lib/routes.ts";
import settings from "#data/settings.json" with { type: "json" };

const name = { surname: "Саидов", name: "Умид", patronymic: "Акрамович" };

test("the start page goes to the language of the cookie, of the browser, then Russian", async ({
  kampus,
}) => {
  const locationFor = async (headers: Record<string, string>) => {
    const { headers: answered } = await kampus.request("", "/", { headers });
    return new URL(answered.location ?? "", "http://nowhere").pathname;
  };
  expect(await locationFor({ cookie: "NEXT_LOCALE=uz", "accept-language": "en" })).toBe("/uz");
  expect(await locationFor({ "accept-language": "fr, en;q=0.8, ru;q=0.5" })).toBe("/en");
  expect(await locationFor({ "accept-language": "fr" })).toBe("/ru");
  expect(await locationFor({})).toBe("/ru");
});

test("a visitor changes the language, stays on the page, and is remembered on every surface", async ({
  at,
  newPage,
}) => {
  const page = await newPage(routes.login(routes.friends()));
  await page
    .getByRole("button", { name: text("Layout.changeLanguage", { name: languageNames.ru }) })
    .click();
  await expect(page.getByRole("menuitem", { name: languageNames.ru })).toHaveCount(0);
  await page.getByRole("menuitem", { name: languageNames.uz }).click();
  await expect(page).toHaveURL(at(routes.login(routes.friends()), "uz"));
  await expect(page.getByRole("heading", { name: textsOf("uz")("Auth.loginTitle") })).toBeVisible();
  await page.goto(new URL("/", at(routes.home())).href);
  await expect(page).toHaveURL(at(routes.home(), "uz"));
});

test("a member changes the language and keeps what was searched for", async ({
  kampus,
  pageOf,
}) => {
  const member = await newMember(kampus, name);
  const page = await pageOf(member, routes.findPeople({ q: "саид" }));
  await page.getByRole("button", { name: text("Auth.account", { name: member.fullname }) }).click();
  await page.getByRole("menuitem", { name: languageNames.en }).click();
  await expect(page).toHaveURL(
    (url) => url.pathname === "/en/friends/find" && url.searchParams.get("q") === "саид",
  );
  await expect(page.getByRole("heading", { name: textsOf("en")("People.title") })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("a visitor who reads Uzbek in Cyrillic signs up in it, and finds the operator's contact below the form and on a missing page", async ({
  at,
  newPage,
}) => {
  const locale = "uz-Cyrl";
  const inCyrillic = textsOf(locale);
  const page = await newPage(routes.signup());
  const contact = page.getByRole("contentinfo");
  await chooseLanguage(page, "ru", locale);
  await expect(page).toHaveURL(at(routes.signup(), locale));
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await expect(contact).toContainText(`${inCyrillic("Layout.help")}${settings[locale].email}`);

  const form = accountFormOf(page, locale);
  const orolov = { surname: "Ўролов", name: "Ғайрат", patronymic: "Ҳамидович" };
  await form.signUp(orolov, "gayrat.orolov");
  await expect(page).toHaveURL(at(routes.confirmation(), locale));
  await expect(
    page.getByRole("heading", { name: inCyrillic("Auth.confirmationTitle") }),
  ).toBeVisible();

  await page.goto(new URL(`/${locale}/nothing`, at(routes.home())).href);
  await expect(page.getByRole("heading", { name: inCyrillic("NotFound.title") })).toBeVisible();
  await expect(contact).toContainText(settings[locale].phone_number);
});

test("an address in a language that the site does not have says so in the browser's, with a way home", async ({
  at,
  newPage,
}) => {
  const page = await newPage();
  const answer = await page.goto(new URL("/xx/signup", at(routes.home())).href);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: text("NotFound.title") })).toBeVisible();
  await page.getByRole("link", { name: text("NotFound.home") }).click();
  await expect(page).toHaveURL(at(routes.home()));
});
