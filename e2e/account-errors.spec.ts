import { openForm } from "#e2e/account-forms.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { captchaAnswer } from "#e2e/kampus.ts";
import { karimov, newAccount, newMember } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

const localPartOf = (email: string) => email.split("@")[0] ?? "";

for (const locale of ["ru", "en"] as const) {
  test(`${locale}: each failure of a login is shown where it belongs, and clears nothing that was typed except the captcha`, async ({
    kampus,
    at,
    newPage,
  }) => {
    const member = await newMember(kampus, karimov);
    const login = localPartOf(member.email);
    const page = await newPage();
    const form = await openForm(page, at(routes.login(), locale), locale);
    const { text: say } = form;
    const stranger = { email: login, password: "not my password" };

    const failsWith = async (message: string) => {
      const before = await form.picture.getAttribute("src");
      await form.logIn(stranger);
      await expect(form.alert).toContainText(message);
      await expect(form.alert).toBeFocused();
      await expect(form.login).toHaveValue(login);
      await expect(form.password).toHaveValue(stranger.password);
      await expect(form.captcha).toHaveValue("");
      await expect(form.picture).not.toHaveAttribute("src", before ?? "");
    };

    await test.step("nothing typed", async () => {
      await form.login.press("Enter");
      await expect(page.getByText(say("Site.required"))).toHaveCount(3);
      await expect(form.login).toBeFocused();
    });

    await test.step("422 without fields: a wrong pair", () =>
      failsWith(say("Errors.credentials_invalid")));

    await test.step("422 with a field: a wrong captcha", async () => {
      await form.logIn({ ...member, email: login }, "wrong");
      await expect(form.captcha).toHaveAccessibleDescription(say("Site.wrongCaptcha"));
      await expect(form.captcha).toBeFocused();
      await expect(form.captcha).toHaveValue("");
      await expect(form.alert).toHaveCount(0);
    });

    await test.step("500 of the server", async () => {
      await page.route("**/login", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({
              status: 500,
              json: { message: say("Errors.internal"), code: "internal" },
            })
          : route.fallback(),
      );
      await failsWith(say("Errors.internal"));
      await page.unrouteAll();
    });

    await test.step("a page of a proxy instead of JSON: the status text", async () => {
      await page.route("**/login", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>nginx</h1>" })
          : route.fallback(),
      );
      await failsWith("Bad Gateway");
      await page.unrouteAll();
    });
  });
}

test(
  "a server that does not answer is reported and disables the form; once it is back, another picture comes and everything else is still there",
  { tag: "@once" },
  async ({ kampus, at, newPage }) => {
    test.slow(); // the server is stopped and started again
    const member = await newMember(kampus, karimov);
    const login = localPartOf(member.email);
    const page = await newPage();
    const form = await openForm(page, at(routes.login()));
    await form.login.fill(login);
    await form.password.fill("not my password");
    await form.captcha.fill(captchaAnswer);
    await kampus.end("SIGTERM");
    await form.captcha.press("Enter");
    await expect(form.alert).toContainText(text("Problem.offline"));
    await expect(page.locator("form").getByRole("alert")).toHaveText(text("Problem.offline"));
    for (const field of [form.login, form.password, form.captcha, form.submitLogin])
      await expect(field).toBeDisabled();

    await kampus.restart();
    await form.button(text("Captcha.reload")).click();
    await expect(form.login).toHaveValue(login);
    await form.logIn({ ...member, email: login });
    await expect(page).toHaveURL(at(routes.profile()));
  },
);

test(
  "an account name that is taken is reported at its field, and the sign-up succeeds with another one",
  { tag: "@once" },
  async ({ kampus, at, newPage }) => {
    const taken = localPartOf((await newAccount(kampus, karimov)).email);
    const page = await newPage();
    const form = await openForm(page, at(routes.signup()));
    const email = form.textbox(text("Auth.email"));
    await form.signUp(karimov, taken);
    await expect(email).toHaveAccessibleDescription(new RegExp(text("Site.emailTaken")));
    await expect(email).toBeFocused();
    await email.fill(`${taken}b`);
    await form.send();
    await expect(page).toHaveURL(at(routes.confirmation()));
  },
);
