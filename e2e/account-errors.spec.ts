import { accountFormOf, openForm, solved } from "#e2e/account-forms.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { captchaAnswer } from "#e2e/kampus.ts";
import { karimov, newAccount, newMember } from "#e2e/members.ts";
import { tokenCookie } from "#lib/browser/cookie-names.ts";
import { routes } from "#lib/routes.ts";

const localPartOf = (email: string) => email.split("@")[0] ?? "";

for (const locale of ["ru", "en"] as const) {
  test(`${locale}: each failure of a login is shown where it belongs, and clears nothing that was typed except the captcha`, async ({
    kampus,
    at,
    newPage,
  }) => {
    test.slow(); // the server is stopped and started again
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

    await test.step("no answer at all: the server is stopped, the captcha fails too and disables the form", async () => {
      await form.captchaHasCome();
      await form.captcha.fill(captchaAnswer);
      await kampus.end("SIGTERM");
      await form.captcha.press("Enter");
      await expect(form.alert).toContainText(say("Problem.offline"));
      await expect(page.locator("form").getByRole("alert")).toHaveText(say("Problem.offline"));
      for (const field of [form.login, form.password, form.captcha, form.submitLogin])
        await expect(field).toBeDisabled();
    });

    await test.step("back again: another picture, and everything else is still there", async () => {
      await kampus.restart();
      await form.button(say("Captcha.reload")).click();
      await expect(form.login).toHaveValue(login);
      await form.logIn({ ...member, email: login });
      await expect(page).toHaveURL(at(routes.profile(), locale));
    });
  });
}

test(
  "too many tries are refused in words, and the form stays as it is",
  { tag: "@once" },
  async ({ kampus, at, newPage }) => {
    await kampus.restart("SIGTERM", { RATE_LIMIT_SCALE: "0.2" }); // one failed login
    try {
      const page = await newPage();
      const form = await openForm(page, at(routes.login()));
      await form.logIn({ email: "nobody1", password: "guess" });
      await expect(form.alert).toContainText(text("Errors.credentials_invalid"));
      await form.logIn({ email: "nobody1", password: "guess again" });
      await expect(form.alert).toContainText(text("Errors.too_many_requests"));
      await expect(form.password).toHaveValue("guess again");
      await expect(form.captcha).toHaveValue("");
    } finally {
      await kampus.restart();
    }
  },
);

test(
  "a dead token is removed, and the login is shown",
  { tag: "@once" },
  async ({ at, pageOf }) => {
    const page = await pageOf({ token: "dead" });
    await openForm(page, at(routes.login()));
    await expect
      .poll(async () => (await page.context().cookies()).map(({ name }) => name))
      .not.toContain(tokenCookie);
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
    await expect(email).toHaveAccessibleDescription(text("Site.emailTaken"));
    await expect(email).toBeFocused();
    await email.fill(`${taken}b`);
    await form.send();
    await expect(page).toHaveURL(at(routes.confirmation()));
  },
);

test(
  "a captcha that cannot be loaded disables the form; the check without a picture still opens it",
  { tag: "@once" },
  async ({ kampus, at, newPage }) => {
    const member = await newMember(kampus, karimov);
    const page = await newPage();
    await page.route("**/api/captcha/flat", (route) =>
      route.fulfill({ status: 503, contentType: "text/html", body: "<h1>away</h1>" }),
    );
    await page.goto(at(routes.login()));
    const form = accountFormOf(page);
    await expect(page.getByText("Service Unavailable")).toBeVisible();
    for (const field of [form.login, form.password, form.captcha, form.submitLogin])
      await expect(field).toBeDisabled();
    await form.withoutPicture.click();
    await solved(page);
    await form.login.fill(localPartOf(member.email));
    await form.password.fill(member.password);
    await form.submitLogin.click();
    await expect(page).toHaveURL(at(routes.profile()));
  },
);

test(
  "another confirmation link: a failure is a red toast, a success says so",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const account = await newAccount(kampus, karimov);
    const page = await pageOf(account, routes.confirmation());
    await expect(page.getByText(account.email)).toBeVisible();
    const resend = page.getByRole("button", { name: text("Auth.resend") });
    const toast = page.getByRole("alert");
    await page.route("**/email/resend", (route) => route.abort());
    await resend.click();
    await expect(toast.filter({ hasText: text("Site.failure") })).toContainText(
      text("Problem.offline"),
    );
    await page.unrouteAll();
    await resend.click();
    await expect(toast.filter({ hasText: text("Site.success") })).toContainText(
      "Ссылка повторно отправлена",
    );
  },
);
