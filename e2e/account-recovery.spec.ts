import { accountFormOf, openForm, recoveryCode, solved } from "#e2e/account-forms.ts";
import { expect, test, text, textsOf } from "#e2e/fixtures.ts";
import { captchaAnswer } from "#e2e/kampus.ts";
import { karimov, newMember } from "#e2e/members.ts";
import { chooseLanguage } from "#e2e/shared-steps.ts";
import { routes } from "#lib/routes.ts";

const newPassword = "совсем другой конь";
const localPartOf = (email: string) => email.split("@")[0] ?? "";

for (const locale of ["ru", "en"] as const)
  test(`${locale}: whoever has forgotten the password sets another one, and every device is signed out`, async ({
    kampus,
    at,
    newPage,
    pageOf,
  }) => {
    const member = await newMember(kampus, karimov);
    const elsewhere = await pageOf(member, routes.profile());
    await expect(elsewhere.getByRole("heading", { name: member.fullname })).toBeVisible();

    const page = await newPage();
    const form = await openForm(page, at(routes.login(), locale), locale);
    const { text: say } = form;
    await page.getByRole("link", { name: say("Auth.forgotPassword") }).click();
    await expect(page).toHaveURL(at(routes.recovery(), locale));

    await test.step("the member enters their address", async () => {
      await form.textbox(say("Recovery.email")).fill(member.email);
      await form.send();
      await expect(page.getByText(member.email)).toBeVisible();
    });

    const code = form.textbox(say("Recovery.code"));
    await test.step("a wrong code is said on its field", async () => {
      await code.fill("0000-0000-0000-0000");
      await code.press("Enter");
      await expect(code).toHaveAccessibleDescription(new RegExp(say("Site.wrongCode")));
      await expect(code).toBeFocused();
    });

    await test.step("a reload keeps the step; the code counts in any case, with spaces or dashes", async () => {
      await page.reload();
      await expect(code).toBeVisible();
      const mailed = await recoveryCode(kampus, member.email);
      await code.fill(` ${mailed.toLowerCase().replace("-", " ").replace("-", "")} `);
      await code.press("Enter");
    });

    const password = form.textbox(say("Recovery.password"));
    const again = form.textbox(say("Recovery.passwordConfirmation"));
    await test.step("the new password, after a reload too", async () => {
      await expect(password).toBeFocused();
      await page.reload();
      await password.fill("12345");
      await again.fill("12345");
      await again.press("Enter");
      await expect(password).toHaveAccessibleDescription(say("Site.min6"));
      await password.fill(newPassword);
      await again.fill(newPassword);
      await again.press("Enter");
    });

    await test.step("the login knows who comes, and takes the new password alone", async () => {
      await expect(page).toHaveURL(at(routes.login(), locale));
      await expect(
        page.getByRole("alert").filter({ hasText: say("Answers.passwordReset") }),
      ).toBeVisible();
      await expect(form.login).toHaveValue(localPartOf(member.email));
      for (const [tried, address] of [
        [member.password, routes.login()],
        [newPassword, routes.profile()],
      ] as const) {
        await form.password.fill(tried);
        await form.send();
        if (tried === member.password)
          await expect(form.alert).toContainText(say("Errors.credentials_invalid"));
        await expect(page).toHaveURL(at(address, locale));
      }
    });

    await test.step("the other device is signed out", async () => {
      await elsewhere.reload();
      await expect(elsewhere).toHaveURL(/\/ru\/login/);
    });
  });

test(
  "an address without an account gets the same screens as one with an account",
  { tag: "@once" },
  async ({ at, newPage }) => {
    const page = await newPage();
    const form = await openForm(page, at(routes.recovery()));
    await form.textbox(text("Recovery.email")).fill("nobody-at-all");
    await page.getByLabel(text("Auth.accountDomain")).selectOption("@talim.example");
    await form.send();
    await expect(page.getByText("nobody-at-all@talim.example")).toBeVisible();
    await expect(form.textbox(text("Recovery.code"))).toBeFocused();
  },
);

test(
  "Back, Forward, a new code and another language keep the address and the step of a recovery",
  { tag: "@once" },
  async ({ kampus, at, newPage }) => {
    const member = await newMember(kampus, karimov);
    const page = await newPage();
    const form = await openForm(page, at(routes.recovery()));
    const email = form.textbox(text("Recovery.email"));
    const code = form.textbox(text("Recovery.code"));
    await email.fill(member.email);
    await form.send();
    await expect(code).toBeFocused();

    await page.goBack();
    await expect(email).toHaveValue(localPartOf(member.email));
    await page.goForward();
    await expect(code).toBeVisible();
    await page.getByRole("button", { name: text("Recovery.resend") }).click();
    await expect(email).toHaveValue(localPartOf(member.email));
    await expect(email).toBeFocused();
    await page.goBack();
    await expect(code).toBeVisible();

    await chooseLanguage(page, "ru", "en");
    const english = textsOf("en");
    await expect(page.getByRole("heading", { name: english("Recovery.codeTitle") })).toBeVisible();
    await expect(page.getByText(member.email)).toBeVisible();
  },
);

test("a step that was not reached is not shown", { tag: "@once" }, async ({ at, newPage }) => {
  const page = await newPage();
  for (const step of ["code", "password"]) {
    await page.goto(`${at(routes.recovery())}?step=${step}`);
    await expect(page.getByRole("heading", { name: text("Recovery.emailTitle") })).toBeVisible();
  }
});

test(
  "a visitor recovers a password by keyboard, without a picture",
  { tag: "@once" },
  async ({ kampus, at, newPage }) => {
    const member = await newMember(kampus, karimov);
    const page = await newPage();
    const form = accountFormOf(page);
    const { keyboard } = page;
    /** Presses Tab until the element has the focus. */
    const tabTo = async (target: typeof form.login) => {
      await expect(target).toBeVisible();
      await expect(async () => {
        await keyboard.press("Tab");
        await expect(target).toBeFocused({ timeout: 50 });
      }).toPass();
    };
    await openForm(page, at(routes.recovery()));
    await tabTo(form.textbox(text("Recovery.email")));
    await keyboard.type(member.email);
    await tabTo(form.withoutPicture);
    await keyboard.press("Enter");
    await expect(await solved(page)).toBeFocused();
    await tabTo(form.button(text("Recovery.sendCode")));
    await keyboard.press("Enter");
    await expect(form.textbox(text("Recovery.code"))).toBeFocused();
    await keyboard.type(await recoveryCode(kampus, member.email));
    await keyboard.press("Enter");
    await expect(form.textbox(text("Recovery.password"))).toBeFocused();
    await keyboard.type(newPassword);
    await tabTo(form.textbox(text("Recovery.passwordConfirmation")));
    await keyboard.type(newPassword);
    await keyboard.press("Enter");
    await expect(page).toHaveURL(at(routes.login()));

    await openForm(page, at(routes.login()));
    await tabTo(form.login);
    await keyboard.type(localPartOf(member.email));
    await tabTo(form.password);
    await keyboard.type(newPassword);
    await tabTo(form.captcha);
    await keyboard.type(captchaAnswer);
    await tabTo(form.submitLogin);
    await keyboard.press("Space");
    await expect(page).toHaveURL(at(routes.profile()));
  },
);
