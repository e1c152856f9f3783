import { readFile } from "node:fs/promises";
import { expect, test, text } from "#e2e/fixtures.ts";
import { openForm } from "#e2e/account-forms.ts";
import { karimov, kim, newFriends, newMembers, write } from "#e2e/members.ts";
import { readArchive } from "#e2e/read-archive.ts";
import { routes } from "#lib/routes.ts";

test("the copy of the data is a ZIP that opens and holds the account, friends and messages", async ({
  kampus,
  pageOf,
}) => {
  const [member, friend] = await newFriends(kampus, karimov, kim);
  await write(kampus, friend, member, "Салом!");
  const page = await pageOf(member, routes.dataSettings());
  const start = text("Settings.exportStart");
  await page.getByRole("button", { name: start }).click();
  const question = page.getByRole("dialog");
  const again = question.getByRole("textbox", { name: text("Settings.currentPassword") });
  await again.fill(member.password);
  const downloading = page.waitForEvent("download");
  await question.getByRole("button", { name: start }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^kampus-\d{4}-\d\d-\d\d\.zip$/);
  const files = readArchive(await readFile(await download.path()));
  expect(JSON.parse(files.get("account.json") ?? "")).toMatchObject({
    ...karimov,
    email: member.email,
  });
  expect([...files.keys()]).toEqual(expect.arrayContaining(["sessions.json", "friends.json"]));
  expect([...files.values()].join("\n")).toContain("Салом!");
  await expect(page.getByText(/^Архив скачан: \d/)).toBeVisible();
});

test("an account that its member deleted is gone for others, and signing in brings it back", async ({
  kampus,
  at,
  pageOf,
}) => {
  test.slow(); // two browsers and a login by hand
  const [member, other] = await newMembers(kampus, karimov, kim);
  const page = await pageOf(member, routes.dataSettings());
  const password = page.getByRole("textbox", { name: text("Settings.deletionPassword") });
  await password.fill(member.password);
  await page.getByRole("button", { name: text("Settings.deleteAccount") }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(member.email);
  await dialog.getByRole("button", { name: text("Site.ok"), exact: true }).click();
  await expect(page.getByText(text("Answers.accountDeleted"))).toBeVisible();
  await expect(page).toHaveURL(at(routes.login()));

  const stranger = await pageOf(other, routes.member(member.id));
  await expect(stranger.getByText(text("Profile.notFoundTitle"))).toBeVisible();

  const form = await openForm(page, at(routes.login()));
  await form.logIn(member);
  await expect(page).toHaveURL(at(routes.profile()));
  await stranger.reload();
  await expect(stranger.getByText(member.fullname)).toBeVisible();
});
