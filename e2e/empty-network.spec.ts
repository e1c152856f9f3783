/** A network of which nobody is yet: how the first member founds her class, and how the others come to it. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { accountFormOf, openForm } from "#e2e/account-forms.ts";
import { chooseOption, comboboxOf, referenceName, save } from "#e2e/choices.ts";
import { messageField, sendButton } from "#e2e/conversation.ts";
import { countTaps } from "#e2e/count-taps.ts";
import { expect, stored, test as base, text } from "#e2e/fixtures.ts";
import { openJourneyKampus } from "#e2e/journey-kampus.ts";
import { captchaAnswer, type Kampus } from "#e2e/kampus.ts";
import {
  call,
  confirmationLink,
  freshLocalPart,
  kim,
  type Member,
  memberPassword,
  newMember,
  newMembers,
  type PersonName,
  rahimov,
  yusupova,
} from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import { readQrCode } from "#e2e/read-qr-code.ts";
import { tokenCookie } from "#lib/browser/cookie-names.ts";
import { dataOf } from "#lib/http/schema.ts";
import { eventList } from "#lib/events/schema.ts";
import { openedClassChat } from "#lib/classes/schema.ts";
import { routes } from "#lib/routes.ts";
import { z } from "zod";

/** A server of its own, on which no other journey has made members. */
const test = base.extend<object, { kampus: Kampus }>({
  kampus: [
    async ({}, provide, workerInfo) => {
      await using opened = await openJourneyKampus(workerInfo);
      await provide(opened.kampus);
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const [founder, second, third] = [yusupova, rahimov, kim];
const shutOut = { surname: "Саидов", name: "Тимур", patronymic: "Каримович" };
const fullnameOf = ({ surname, name, patronymic }: PersonName) =>
  `${surname} ${name} ${patronymic}`;
const number = "5417";
const [regionId, districtId] = [1712, 1712211];
const [start, end] = [2003, 2014];
const message = "Наконец-то мы все здесь";
const gathering = "Двадцать лет выпуску";
/** From the sign-up until the first classmate is seen (product: no more than these). */
const tapsMax = 12;

const main = (page: Page) => page.getByRole("main");
const roster = (page: Page) =>
  main(page)
    .getByRole("list", { name: text("Classes.roster") })
    .getByRole("listitem");

/** Fills in the sign-up that is open, each field by a tap into it, and sends it; returns the address. */
async function signUp(page: Page, names: PersonName): Promise<string> {
  const form = accountFormOf(page);
  await form.captchaHasCome();
  const localPart = freshLocalPart();
  for (const [field, words] of [
    ...form.signUpFields(names, localPart),
    [form.captcha, captchaAnswer] as const,
  ]) {
    await field.tap();
    await field.fill(words);
  }
  await form.captcha.press("Enter");
  await expect(page).toHaveURL(/\/ru\/confirmation$/);
  return `${localPart}@kampus.example`;
}

/** Whoever is signed in on the page, to call the server as they do. */
async function memberOn(page: Page, kampus: Kampus): Promise<Member> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === tokenCookie)?.value ?? "";
  const { body } = await kampus.request("", "/api/ru/user", {
    headers: { authorization: `Bearer ${token}` },
  });
  const user = dataOf(z.object({ id: z.int(), fullname: z.string(), email: z.string() })).parse(
    JSON.parse(body),
  ).data;
  return { ...user, password: memberPassword, token };
}

/** Comes by the link: signs up, confirms, sees who is of the class and says that it is theirs. */
async function comeBy(page: Page, kampus: Kampus, url: string, names: PersonName) {
  const counted = await countTaps(page);
  await page.goto(url);
  await expect(page.getByText("Мадина Юсупова приглашает вас")).toBeVisible();
  await page.getByRole("link", { name: text("Invitation.signUp") }).tap();
  const email = await signUp(page, names);
  await page.goto(await confirmationLink(kampus, email));
  await expect(page).toHaveURL(/\/objects\/\d+\/classes\/2014$/);
  await expect(roster(page).filter({ hasText: fullnameOf(founder) })).toBeVisible();
  // The link and each of seven fields were counted.
  expect(counted.taps).toBeGreaterThanOrEqual(8);
  expect(counted.taps).toBeLessThanOrEqual(tapsMax);
  await main(page)
    .getByRole("button", { name: text("Classes.addMine") })
    .tap();
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(roster(page).filter({ hasText: fullnameOf(names) })).toBeVisible();
  return memberOn(page, kampus);
}

test.describe.configure({ timeout: 180_000 });

test("the first member makes her school and its class, two come by the QR code, and all meet in the chat and at an event", async ({
  kampus,
  at,
  newPage,
  pageOf,
}) => {
  // The founder: sign-up, her school, her class.
  const hers = await newPage();
  await openForm(hers, at(routes.signup()));
  const email = await signUp(hers, founder);
  await hers.goto(await confirmationLink(kampus, email));
  await expect(hers).toHaveURL(at(routes.welcome()));
  await comboboxOf(hers, text("Education.finder")).tap();
  await hers.keyboard.type(`Школа № ${number}`);
  await hers
    .getByRole("option")
    .filter({ hasText: text("Education.addSchool", { number }) })
    .tap();
  await chooseOption(hers, text("Params.region"), referenceName("regions", regionId));
  await chooseOption(hers, text("Params.district"), referenceName("regions", districtId));
  await hers.getByRole("button", { name: text("Education.addSchoolDo"), exact: true }).tap();
  const school = text("Schools.numbered", { number });
  await expect(comboboxOf(hers, text("Education.finder"))).toHaveValue(school);
  await chooseOption(hers, text("Params.start"), String(start));
  await chooseOption(hers, text("Params.end"), String(end));
  await hers.getByRole("button", { name: text("Welcome.onward") }).tap();
  await hers.getByRole("button", { name: text("Welcome.skip") }).tap();
  await expect(hers.getByText(text("Welcome.nobody"))).toBeVisible();

  // Her class is where the navigation leads; the QR code there is read as a phone reads it.
  await hers.goto(at(routes.myClasses()));
  await expect(hers).toHaveURL(/\/objects\/\d+\/classes\/2014$/);
  const classUrl = hers.url();
  const [, objectId = ""] = /\/objects\/(\d+)\//.exec(classUrl) ?? [];
  const place = `/api/ru/objects/${objectId}/classes/2014`;
  const className = text("Classes.left", { year: String(end) });
  const way = hers.getByRole("navigation", { name: text("Layout.breadcrumbs") });
  await expect(way.getByRole("link", { name: school })).toBeVisible();
  await expect(way.getByText(className)).toBeVisible();
  await expect(roster(hers)).toHaveText([new RegExp(fullnameOf(founder))]);
  await expectAccessible(hers);
  await main(hers)
    .getByRole("button", { name: text("Classes.invite") })
    .tap();
  await expect(hers.getByRole("textbox", { name: text("Invitations.link") })).toHaveValue(/\/i\//);
  const url = await readQrCode(hers);
  expect(url).toBe(
    await hers.getByRole("textbox", { name: text("Invitations.link") }).inputValue(),
  );
  await hers.getByRole("button", { name: text("Site.close") }).tap();

  // Two come by it on phones of their own, and all are shown to each other.
  const his = await newPage();
  const jasur = await comeBy(his, kampus, url, second);
  const lenas = await newPage();
  const lena = await comeBy(lenas, kampus, url, third);
  const madina = await memberOn(hers, kampus);
  for (const page of [hers, his, lenas]) {
    await page.goto(classUrl);
    await expect(roster(page)).toHaveCount(3);
  }
  await hers.goto(at(routes.findPeople()));
  for (const names of [second, third])
    await expect(
      hers
        .getByRole("listitem")
        .filter({ hasText: fullnameOf(names) })
        .first(),
    ).toBeVisible();

  // Whoever opens the chat at the same moment opens the same one.
  const chats = await Promise.all(
    [jasur, lena].map(async (member) =>
      openedClassChat.parse(await call(kampus, member, "POST", `${place}/chat`)),
    ),
  );
  const [chatId, ...others] = new Set(chats.map(({ data }) => data.id));
  expect(others).toEqual([]);
  await hers.goto(classUrl);
  await main(hers)
    .getByRole("button", { name: text("Classes.joinChat") })
    .first()
    .tap();
  await expect(hers).toHaveURL(at(routes.chat("group", chatId ?? 0)));
  await his.goto(at(routes.chat("group", chatId ?? 0)));
  await messageField(hers).fill(message);
  await stored(hers, () => sendButton(hers).tap());
  await expect(main(his).getByText(message).last()).toBeVisible();

  // An event, and an answer to it.
  await hers.goto(classUrl);
  await main(hers)
    .getByRole("button", { name: text("Events.make") })
    .first()
    .tap();
  const dialog = hers.getByRole("dialog");
  await dialog.getByRole("textbox", { name: text("Events.name") }).fill(gathering);
  const inThreeDays = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString().slice(0, 16);
  await dialog.getByLabel(text("Events.start")).fill(inThreeDays);
  await stored(hers, () => dialog.getByRole("button", { name: text("Events.save") }).tap());
  await expect(dialog).toBeHidden();
  await his.goto(classUrl);
  const event = his.getByRole("article", { name: gathering });
  await stored(his, () => event.getByRole("button", { name: text("Events.going") }).tap());
  await expect(event.getByText("1 придёт")).toBeVisible();
  const [planned] = eventList.parse(await call(kampus, jasur, "GET", `${place}/events`)).data;
  const eventId = planned?.id ?? 0;

  // Whom the founder has blocked sees neither her, nor her event, nor her link, though he is of the class.
  const timur = await newMember(kampus, shutOut);
  await postEducation(kampus, timur, {
    ...{ establishment_id: 10, region_id: districtId, object_id: Number(objectId), start, end },
  });
  await call(kampus, madina, "POST", `/api/ru/profile/blocks/${timur.id}`);
  const timurs = await pageOf(timur);
  await timurs.goto(classUrl);
  await expect(roster(timurs)).toHaveCount(3);
  await expect(timurs.getByText(fullnameOf(founder))).toBeHidden();
  await expect(timurs.getByText(text("Events.empty"))).toBeVisible();
  await timurs.goto(url);
  await expect(timurs.getByRole("heading", { level: 1 })).toHaveText(text("Invitation.endedTitle"));
  const asTimur = { authorization: `Bearer ${timur.token}` };
  for (const hidden of [`/api/ru/events/${eventId}`, `/api/ru/user/${madina.id}`])
    expect((await kampus.request("", hidden, { headers: asTimur })).status).toBe(404);

  // The clock runs until the day before the event.
  for (const page of [hers, his, lenas, timurs]) await page.goto("about:blank");
  await kampus.whileStopped((database) =>
    database.query(
      "UPDATE class_events SET starts_at = now() + interval '23 hours' WHERE reminded_at IS NULL",
    ),
  );
  await his.goto(at(routes.home()));
  const coming = his.getByRole("listitem").filter({ hasText: gathering });
  await expect(coming).toContainText(text("Today.eventSoon"));
  await timurs.goto(at(routes.home()));
  await expect(timurs.getByRole("heading", { level: 1 })).toContainText(shutOut.name);
  await expect(timurs.getByText(gathering)).toBeHidden();
  await his.goto("about:blank");
  await timurs.goto("about:blank");
  let reminders: unknown[] = [];
  await kampus.whileStopped(async (database) => {
    reminders = (await database.query("SELECT id FROM class_events WHERE reminded_at IS NOT NULL"))
      .rows;
  });
  expect(reminders).toEqual([{ id: eventId }]);
});

test("a school that two make in two scripts at the same moment is one", async ({ kampus }) => {
  const [one, other] = await newMembers(kampus, second, third);
  const answers = await Promise.all(
    [
      [one, "Школа № 6183"],
      [other, "6183-sonli maktab"],
    ].map(([member, name]) =>
      call(kampus, member as Member, "POST", "/api/ru/objects", {
        ...{ establishment_id: 10, region_id: districtId, name },
      }),
    ),
  );
  const made = answers.map(
    (answer) => dataOf(z.object({ id: z.int(), name: z.string() })).parse(answer).data,
  );
  expect(made[0]).toEqual(made[1]);
});
