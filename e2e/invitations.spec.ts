import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { accountFormOf } from "#e2e/account-forms.ts";
import { referenceName } from "#e2e/choices.ts";
import { expect, test, textsOf } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import {
  call,
  confirmationLink,
  karimov,
  kim,
  type Member,
  memberPassword,
  newMember,
  yusupova,
} from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import { chatCreated } from "#lib/messenger/contract/schema.ts";
import { type Invitation, invitationMade } from "#lib/invitations/schema.ts";
import { routes } from "#lib/routes.ts";

const text = textsOf("ru");

/** A university that no other journey studies at. */
const studied = { object_id: 21, region_id: 1726 };

const invited = async (kampus: Kampus, member: Member, body: object): Promise<Invitation> =>
  invitationMade.parse(await call(kampus, member, "POST", "/api/ru/invitations", body)).data;

async function groupOf(kampus: Kampus, owner: Member, title: string): Promise<number> {
  const friend = await newMember(kampus, kim);
  const body = { title, members: [] };
  const path = `/messenger/group/create/chat/${friend.id}`;
  return chatCreated.parse(await call(kampus, owner, "POST", path, body)).data.id;
}

/** Fills in the open sign-up form, and sends it; returns the address. */
async function signUp(page: Page): Promise<string> {
  const form = accountFormOf(page);
  await form.captchaHasCome();
  const email = await form.signUp(yusupova);
  await expect(page).toHaveURL(/\/ru\/confirmation$/);
  return email;
}

test("who is invited to a class signs up, confirms, lands at the class and finds the inviter among the suggestions", async ({
  kampus,
  at,
  newPage,
}) => {
  const alisher = await newMember(kampus, karimov);
  await postEducation(kampus, alisher, { ...studied, start: 2010, end: 2014 });
  const place = { object_id: studied.object_id, class_key: "2014", group: "ИТ-204" };
  const { url } = await invited(kampus, alisher, { kind: "class", ...place });
  const page = await newPage();
  await page.goto(url);
  const institution = referenceName("institutions", studied.object_id);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `Выпуск 2014 · ${institution}, ИТ-204`,
  );
  await expect(page.getByText("Алишер Каримов приглашает вас")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: text("Invitation.signUp") }).click();
  await expect(page.getByText(text("Auth.thenInvitation"))).toBeVisible();
  const email = await signUp(page);
  const landed = at(routes.invitedClass(studied.object_id, "2014", "ИТ-204"));
  const mailed = await page.context().newPage();
  await mailed.goto(await confirmationLink(kampus, email));
  await expect(mailed).toHaveURL(landed);
  await page.bringToFront();
  await expect(page).toHaveURL(landed);
  await mailed.close();

  await page.goto(at(routes.findPeople()));
  const suggested = page.getByRole("listitem").filter({ hasText: alisher.fullname }).first();
  await expect(suggested).toContainText(text("Ties.inviter"));
});

test(
  "who confirms on another device goes on into the group after the login",
  { tag: "@once" },
  async ({ kampus, at, newPage }) => {
    const alisher = await newMember(kampus, karimov);
    const chatId = await groupOf(kampus, alisher, "Физика 7");
    const { url } = await invited(kampus, alisher, { kind: "group", chat_id: chatId });
    const page = await newPage();
    await page.goto(url);
    await page.getByRole("link", { name: text("Invitation.signUp") }).click();
    const email = await signUp(page);

    const elsewhere = await newPage();
    await elsewhere.goto(await confirmationLink(kampus, email));
    await elsewhere
      .getByRole("main")
      .getByRole("link", { name: text("Auth.signIn") })
      .click();
    const form = accountFormOf(elsewhere);
    await form.logIn({ email, password: memberPassword });
    await expect(elsewhere).toHaveURL(at(routes.chat("group", chatId)));
    await expect(elsewhere.getByText("Физика 7").locator("visible=true").first()).toBeVisible();
  },
);

test(
  "the owner of a group passes its link on by the panel, a member joins by one button, and a withdrawn link says so",
  { tag: "@once" },
  async ({ kampus, at, newPage, pageOf }) => {
    const alisher = await newMember(kampus, karimov);
    const chatId = await groupOf(kampus, alisher, "Химия 9");
    const page = await pageOf(alisher, routes.chat("group", chatId));
    await page.getByRole("button", { name: text("Messenger.groupInfo") }).click();
    const panel = page.getByRole("dialog", { name: text("Messenger.groupInfo") });
    const invite = panel.getByRole("button", { name: text("Invitations.inviteGroup") });
    await invite.click();
    const dialog = page.getByRole("dialog", { name: text("Invitations.inviteGroup") });
    const link = dialog.getByRole("textbox", { name: text("Invitations.link") });
    await expect(link).toHaveValue(/\/ru\/i\/[\w-]{22}$/);
    await expect(dialog.getByRole("img", { name: text("Invitations.qrCode") })).toBeVisible();
    await expectAccessible(page);
    const url = await link.inputValue();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(panel).toBeVisible();
    await expect(invite).toBeFocused();

    const madina = await newMember(kampus, yusupova);
    const hers = await pageOf(madina);
    await hers.goto(url);
    await hers.getByRole("button", { name: text("Invitation.acceptGroup") }).click();
    await expect(hers).toHaveURL(at(routes.chat("group", chatId)));
    await expect(panel.getByText(madina.fullname)).toBeVisible();

    await page.goto(at(routes.invitationsSettings()));
    const row = page.getByRole("listitem").filter({ hasText: "Химия 9" });
    await expect(row).toContainText("1 из 100");
    await expectAccessible(page);
    await row.getByRole("button", { name: /Отозвать/ }).click();
    await page.getByRole("button", { name: text("Site.ok"), exact: true }).click();
    await expect(page.getByText(text("Invitations.empty"))).toBeVisible();
    const visitor = await newPage();
    await visitor.goto(url);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(
      text("Invitation.endedTitle"),
    );
    await expectAccessible(visitor);
  },
);

test(
  "a shared link tells who invites to what, with a picture of its own, and an ended one tells nothing",
  { tag: "@once" },
  async ({ kampus }) => {
    const alisher = await newMember(kampus, karimov);
    const { url, code } = await invited(kampus, alisher, { kind: "kampus" });
    const { body } = await kampus.request("", `/ru/i/${code}`);
    const tags = Object.fromEntries(
      [...body.matchAll(/<meta property="og:(\w+)" content="([^"]*)"/g)].map(
        ([, name = "", content = ""]) => [name, content],
      ),
    );
    expect(tags).toMatchObject({
      title: "Алишер Каримов приглашает вас в Кампус",
      url,
      image: `${url}.png`,
    });
    expect(tags.description).not.toBe("");
    expect(body).toContain("<title>Алишер Каримов приглашает вас в Кампус</title>");
    expect(body).toContain('data-filled="invites">Алишер Каримов приглашает вас<');
    expect(body).toContain('data-filled="title">Вступайте в Кампус<');
    const picture = await kampus.request("", `/ru/i/${code}.png`);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);

    const missing = "A".repeat(22);
    const ended = await kampus.request("", `/ru/i/${missing}`);
    expect(ended.body).not.toContain("og:title");
    expect((await kampus.request("", `/ru/i/${missing}.png`)).status).toBe(404);
  },
);
