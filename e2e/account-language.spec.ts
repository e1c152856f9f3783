import { accountFormOf, openForm } from "#e2e/account-forms.ts";
import { expect, test, text, textsOf } from "#e2e/fixtures.ts";
import { chooseLanguage } from "#e2e/shared-steps.ts";
import { routes } from "#lib/routes.ts";

const english = textsOf("en");

test("what was typed into the sign-up survives a change of the language, but for passwords and the captcha", async ({
  at,
  newPage,
}) => {
  const page = await newPage();
  const form = await openForm(page, at(routes.signup()));
  await form.textbox(text("Auth.surname")).fill("Каримов");
  await form.textbox(text("Auth.name")).fill("Алишер");
  await form.textbox(text("Auth.email")).fill("alisher98");
  await form.password.fill("верный конь");
  await form.captcha.fill("k7rm2");
  await chooseLanguage(page, "ru", "en");

  await expect(page).toHaveURL(at(routes.signup(), "en"));
  const inEnglish = accountFormOf(page, "en");
  await expect(inEnglish.textbox(english("Auth.surname"))).toHaveValue("Каримов");
  await expect(inEnglish.textbox(english("Auth.name"))).toHaveValue("Алишер");
  await expect(inEnglish.textbox(english("Auth.email"))).toHaveValue("alisher98");
  await expect(inEnglish.password).toHaveValue("");
  await expect(inEnglish.captcha).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toMatch(
    /конь|k7rm2|alisher98/,
  );
});
