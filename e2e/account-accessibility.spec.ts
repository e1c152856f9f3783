import type { Page } from "@playwright/test";
import { auditScreen, expectNoSideways } from "#e2e/accessible.ts";
import { openForm, recoveryCode, solved } from "#e2e/account-forms.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { karimov, memberPassword, newAccount, newMember } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

/** axe finds nothing, and nothing scrolls sideways, at this width or at 320 px. */
async function audit(page: Page, state: string): Promise<void> {
  await auditScreen(page, state);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ ...size, width: 320 });
  await expectNoSideways(page, `${state} at 320 px`);
  await page.setViewportSize(size);
}

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`in the ${colorScheme} scheme axe finds nothing`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("on a login and a sign-up that went wrong", async ({ at, newPage }) => {
      const page = await newPage();
      const form = await openForm(page, at(routes.login()));
      await form.submitLogin.click();
      await expect(page.getByText(text("Site.required"))).toHaveCount(3);
      await audit(page, "login with errors");

      await form.logIn({ email: "nobody1", password: "guess" });
      await expect(form.alert).toBeVisible();
      await audit(page, "login with an alert");

      await form.withoutPicture.click();
      await solved(page);
      await audit(page, "login without a picture");

      await page.route("**/api/captcha/work", (route) => route.abort());
      await form.button(text("Captcha.backToPicture")).click();
      await form.withoutPicture.click();
      await expect(page.getByText(text("Problem.offline"))).toBeVisible();
      await audit(page, "a check that failed");

      await openForm(page, at(routes.signup()));
      await form.password.fill("123456");
      const weak = text("Auth.strength", { level: text("Auth.strengthWeak") });
      await expect(page.getByText(weak)).toBeVisible();
      await form.captcha.press("Enter");
      await expect(page.getByText(text("Site.required")).first()).toBeVisible();
      await audit(page, "sign-up with errors and a weak password");
    });

    test("on the steps of a recovery", async ({ kampus, at, newPage }) => {
      const member = await newMember(kampus, karimov);
      const page = await newPage();
      const form = await openForm(page, at(routes.recovery()));
      await audit(page, "the address");

      await form.textbox(text("Recovery.email")).fill(member.email);
      await form.send();
      const code = form.textbox(text("Recovery.code"));
      await code.fill("wrong");
      await code.press("Enter");
      await expect(page.getByText(text("Site.wrongCode"))).toBeVisible();
      await audit(page, "the code");

      await code.fill(await recoveryCode(kampus, member.email));
      await code.press("Enter");
      await form.textbox(text("Recovery.password")).fill(memberPassword);
      const strong = text("Auth.strength", { level: text("Auth.strengthStrong") });
      await expect(page.getByText(strong)).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(page.getByText(text("Site.passwordsMismatch"))).toBeVisible();
      await audit(page, "the new password");
    });

    test("on the confirmation of a member", async ({ kampus, at, pageOf }) => {
      const account = await newAccount(kampus, karimov);
      const page = await pageOf(account, routes.confirmation());
      await expect(page.getByText(account.email)).toBeVisible();
      await page.getByRole("button", { name: text("Auth.resend") }).click();
      const toast = page.getByRole("alert").filter({ hasText: text("Site.success") });
      await expect(toast).toHaveCSS("opacity", "1");
      await audit(page, "the confirmation with a toast");

      await page.goto(at({ surface: "site", path: "/confirmation/dead" }));
      await expect(page.getByRole("button", { name: text("Auth.resend") })).toBeVisible();
      await audit(page, "a dead link");
    });
  });

test("where more contrast is preferred, a field stands out from its page and its own fill", async ({
  at,
  newPage,
}) => {
  const page = await newPage();
  const form = await openForm(page, at(routes.login()));
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, contrast: "more" });
    const { border, fill, around } = await form.password.evaluate((field) => {
      const { borderTopColor, backgroundColor } = getComputedStyle(field);
      const page = getComputedStyle(document.body).backgroundColor;
      return { border: borderTopColor, fill: backgroundColor, around: page };
    });
    for (const other of [fill, around])
      expect(contrast(border, other), `${colorScheme}: ${border} on ${other}`).toBeGreaterThan(3);
  }
});

/** The contrast of two colours written as `rgb(r, g, b)`, from 1 to 21 (WCAG 2.2, 1.4.11). */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
