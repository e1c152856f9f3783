import type { Page } from "@playwright/test";
import { accountFormOf, openForm } from "#e2e/account-forms.ts";
import { bubble, live, sendMessage } from "#e2e/conversation.ts";
import { type Addresses, expect, test, text } from "#e2e/fixtures.ts";
import { captchaAnswer, type Kampus } from "#e2e/kampus.ts";
import {
  confirmationLink,
  freshLocalPart,
  karimov,
  newFriends,
  newMember,
  rahimov,
  write,
  yusupova,
} from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

const karimovInFull = "Каримов Алишер Бахтиёрович";

const chatLink = (page: Page, unread: number) =>
  page
    .getByRole("link", { name: text("Layout.unreadCount", { count: unread }) })
    .filter({ visible: true })
    .first();

async function signUp(page: Page, kampus: Kampus, at: Addresses): Promise<void> {
  const localPart = freshLocalPart();
  const form = await openForm(page, at(routes.signup()));
  for (const [field, words] of form.signUpFields(karimov, localPart)) await field.fill(words);
  await form.captcha.fill(captchaAnswer);
  await form.button(text("Auth.submitSignup")).click();
  await expect(page).toHaveURL(at(routes.confirmation()));
  await expect(page.getByText(`${localPart}@kampus.example`)).toBeVisible();

  await page.goto(await confirmationLink(kampus, `${localPart}@kampus.example`));
  await expect(page).toHaveURL(at(routes.welcome()));
  await page.goto(at(routes.profile()));
  await expect(page.getByRole("heading", { name: karimovInFull })).toBeVisible();
}

test("two people go from nothing to a live conversation", async ({ kampus, at, newPage }) => {
  const [alisher, madina] = [await newPage(), await newPage()];
  const account = await newMember(kampus, yusupova);

  await test.step("he signs up, confirms the address from the mail and sees his profile", () =>
    signUp(alisher, kampus, at));

  await test.step("she is asked to log in and comes back to where she was going", async () => {
    await madina.goto(at(routes.findPeople({ q: "каримов" })));
    await expect(madina).toHaveURL(/\/ru\/login\?subdomain=profile/);
    const form = accountFormOf(madina);
    await form.login.fill(account.email);
    await form.password.fill(account.password);
    await form.captchaHasCome();
    await form.captcha.fill(captchaAnswer);
    await form.submitLogin.click();
    await expect(madina).toHaveURL(
      (url) => url.pathname === "/ru/friends/find" && url.searchParams.get("q") === "каримов",
    );
  });

  await test.step("she finds him and asks to be friends", async () => {
    await madina.getByRole("link", { name: karimovInFull }).first().click();
    await expect(madina.getByRole("heading", { name: karimovInFull })).toBeVisible();
    await madina.getByRole("button", { name: text("Friends.add") }).click();
    await expect(madina.getByRole("button", { name: text("Friends.cancelRequest") })).toBeVisible();
  });

  await test.step("his bell rings without a reload, and he accepts", async () => {
    await alisher.getByRole("button", { name: text("Friends.bellCount", { count: 1 }) }).click();
    await alisher.getByRole("button", { name: text("Friends.accept") }).click();
    await expect(
      alisher.getByRole("alert").filter({ hasText: text("Answers.friendRequestAccepted") }),
    ).toBeVisible();
    await alisher.keyboard.press("Escape");
    await expect(
      alisher.getByRole("button", { name: text("Friends.bellCount", { count: 0 }) }),
    ).toBeVisible();
  });

  await test.step("she writes to him, and the counter on his profile moves within a second", async () => {
    await madina.getByRole("button", { name: text("Profile.message") }).click();
    await expect(madina).toHaveURL(/chat\.kampus\.localhost:\d+\/ru\/private\/\d+$/);
    await sendMessage(madina, "Салом! Ты будешь на встрече?");
    await expect(chatLink(alisher, 1)).toBeVisible(live);
    await expect(
      bubble(madina, "Салом!").getByRole("img", { name: text("Messenger.sent") }),
    ).toBeVisible();
  });

  await test.step("he opens the chat, and each sees within a second what the other writes", async () => {
    await chatLink(alisher, 1).click();
    await alisher.getByRole("link", { name: /Юсупова Мадина/ }).click();
    await expect(bubble(alisher, "Салом!")).toBeVisible();
    await sendMessage(alisher, "Да, взял билет на субботу");
    await expect(bubble(madina, "Да, взял билет")).toBeVisible(live);
    await sendMessage(madina, "Тогда до субботы");
    await expect(bubble(alisher, "Тогда до субботы")).toBeVisible(live);
    await expect(bubble(alisher, "Тогда до субботы")).toHaveCount(1);
  });
});

test(
  "a server that is stopped and started again has lost nothing, and the open conversation goes on",
  { tag: "@once" },
  async ({ kampus, at, pageOf }) => {
    const [jasur, madina] = await newFriends(kampus, rahimov, yusupova);
    const chatId = await write(kampus, jasur, madina, "Это должно остаться");
    const [his, hers] = [await pageOf(jasur), await pageOf(madina)];
    await his.goto(at(routes.chat("private", chatId)));
    await expect(bubble(his, "Это должно остаться")).toBeVisible();

    await kampus.restart("SIGTERM");

    await hers.goto(at(routes.chat("private", chatId)));
    await expect(bubble(hers, "Это должно остаться")).toBeVisible();
    await sendMessage(hers, "Осталось");
    // His page was never reloaded: it tries to reconnect every five seconds at the latest, and catches up.
    await expect(bubble(his, "Осталось")).toBeVisible({ timeout: 20_000 });
    await sendMessage(his, "И дальше идёт");
    await expect(bubble(hers, "И дальше идёт")).toBeVisible();
    await hers.goto(at(routes.friends()));
    await expect(hers.getByRole("link", { name: jasur.fullname })).toBeVisible();
  },
);
