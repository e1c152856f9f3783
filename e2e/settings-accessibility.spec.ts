import { auditScreen } from "#e2e/accessible.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { iPhone, karimov, newMember, signInAgain } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in the settings in the ${colorScheme} scheme`, async ({
    kampus,
    at,
    pageOf,
  }, testInfo) => {
    test.slow(); // four screens and a dialog
    const member = await newMember(kampus, karimov);
    await signInAgain(kampus, member, iPhone);
    const page = await pageOf(member);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(at(routes.settings()));
    await expect(page.getByRole("link", { name: text("Settings.security") })).toBeVisible();
    // Beside the list there is room for the first section, which opens by itself and brings a title of its own.
    const isWide = testInfo.project.name === "wide";
    await expect(page).toHaveTitle(
      new RegExp(text(isWide ? "Settings.account" : "Settings.title")),
    );
    await auditScreen(page, "settings");
    await page.goto(at(routes.accountSettings()));
    await page.getByLabel(text("Settings.name"), { exact: true }).fill("");
    await page.getByRole("button", { name: text("Settings.save") }).click();
    await expect(page.getByText(text("Site.required"))).toBeVisible();
    await auditScreen(page, "account with a fault and unsaved changes");
    await page.goto(at(routes.securitySettings()));
    await expect(page.getByText(text("Settings.thisDevice"))).toBeVisible();
    await auditScreen(page, "security");
    await page.goto(at(routes.dataSettings()));
    await page
      .getByRole("textbox", { name: text("Settings.deletionPassword") })
      .fill(member.password);
    await auditScreen(page, "data");
    await page.getByRole("button", { name: text("Settings.deleteAccount") }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await auditScreen(page, "the question before the deletion");
  });
}

test(
  "the settings are used by the keyboard alone, to sign all other devices out too",
  { tag: "@once" },
  async ({ kampus, at, pageOf }) => {
    const member = await newMember(kampus, karimov);
    const onIPhone = () => signInAgain(kampus, member, iPhone);
    const devices = [await onIPhone(), await onIPhone()];
    const page = await pageOf(member);
    const { keyboard } = page;
    await page.goto(at(routes.accountSettings()));
    await page.getByLabel(text("Settings.name"), { exact: true }).focus();
    await keyboard.press("End");
    await keyboard.type("бек");
    await keyboard.press("Enter");
    await expect(page.getByText(text("Answers.accountSaved"))).toBeVisible();
    await page.getByRole("radio", { name: text("Settings.schemeSystem") }).focus();
    await keyboard.press("ArrowLeft");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");

    await page.goto(at(routes.securitySettings()));
    const others = page.getByRole("button", { name: text("Settings.endOthers") });
    await others.focus();
    await keyboard.press("Enter");
    const password = page
      .getByRole("dialog")
      .getByRole("textbox", { name: text("Settings.currentPassword") });
    await expect(password).toBeFocused();
    await keyboard.press("Escape");
    await expect(others).toBeFocused();
    await keyboard.press("Enter");
    await expect(password).toBeFocused();
    await keyboard.type(member.password);
    await keyboard.press("Enter");
    await expect(others).toHaveCount(0);
    for (const { token } of devices) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await kampus.request("", "/api/ru/user", { headers })).status).toBe(401);
    }
    await expect(page.getByRole("list", { name: text("Settings.sessionsTitle") })).toBeFocused();
  },
);
