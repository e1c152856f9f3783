import type { Page } from "@playwright/test";
import { expect, test, text } from "#e2e/fixtures.ts";
import { iPhone, karimov, type Member, newMember, signInAgain, tryLogin } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

/** Enters the password in the dialog, and confirms that the sessions end. */
const confirm = async (page: Page, { password: known }: Member) => {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: text("Settings.currentPassword") }).fill(known);
  await dialog.getByRole("button", { name: text("Settings.endSession"), exact: true }).click();
};
const password = (page: Page, name: Parameters<typeof text>[0]) =>
  page.getByRole("textbox", { name: text(name), exact: true });
/** An open list asks for the sessions this often, because no event announces them. */
const askedEveryMs = 5_000;
const iPhoneName = text("Settings.deviceOf", { browser: "Safari", system: "iOS" });
const signOut = (page: Page) =>
  page.getByRole("button", { name: text("Settings.endSessionOf", { device: iPhoneName }) });

test("a device is signed out from another one, and lands on the login, which says so", async ({
  kampus,
  pageOf,
}) => {
  const member = await newMember(kampus, karimov);
  const phone = await pageOf(await signInAgain(kampus, member, iPhone), routes.friends());
  await expect(phone.getByRole("heading", { name: text("Friends.title") })).toBeVisible();

  const page = await pageOf(member, routes.securitySettings());
  await expect(page.getByText(text("Settings.thisDevice"))).toHaveCount(1);
  await signOut(page).click();
  await confirm(page, member);
  await expect(signOut(page)).toHaveCount(0);
  await expect(phone).toHaveURL(/\/ru\/login/);
  await expect(phone.getByText(text("Auth.sessionEnded"))).toBeVisible();
  await expect(page.getByText(text("Answers.sessionEnded"))).toBeVisible();
});

test("the list follows a sign-in and a sign-out elsewhere", async ({ kampus, at, pageOf }) => {
  const member = await newMember(kampus, karimov);
  const page = await pageOf(member);
  await page.clock.install();
  await page.goto(at(routes.securitySettings()));
  await expect(page.getByText(text("Settings.thisDevice"))).toBeVisible();
  const phone = await signInAgain(kampus, member, iPhone);
  await page.clock.fastForward(askedEveryMs);
  await expect(signOut(page)).toBeVisible();
  const headers = { authorization: `Bearer ${phone.token}` };
  await kampus.request("", "/api/logout", { method: "POST", headers });
  await page.clock.fastForward(askedEveryMs);
  await expect(signOut(page)).toHaveCount(0);
});

test("a new password ends the other session and is the one that works", async ({
  kampus,
  at,
  pageOf,
}) => {
  const member = await newMember(kampus, karimov);
  const other = await pageOf(await signInAgain(kampus, member, iPhone), routes.chats());
  await expect(other.getByText(text("Messenger.empty"))).toBeVisible();

  const page = await pageOf(member, routes.securitySettings());
  const next = "совсем новый конь";
  const change = page.getByRole("button", { name: text("Settings.changePassword") });
  await password(page, "Settings.currentPassword").fill("не тот конь");
  await password(page, "Settings.newPassword").fill(next);
  await password(page, "Settings.newPasswordAgain").fill(next);
  await change.click();
  await expect(password(page, "Settings.currentPassword")).toBeFocused();
  await expect(page.getByText(text("Site.wrongPassword"))).toBeVisible();

  await password(page, "Settings.currentPassword").fill(member.password);
  await change.click();
  await expect(page.getByText(text("Answers.passwordChanged"))).toBeVisible();
  await expect(password(page, "Settings.newPassword")).toHaveValue("");
  await expect(other).toHaveURL(/\/ru\/login/);
  await expect(page).toHaveURL(at(routes.securitySettings()));
  expect((await tryLogin(kampus, member)).status).toBe(422);
  expect((await tryLogin(kampus, { ...member, password: next })).status).toBe(200);
});
