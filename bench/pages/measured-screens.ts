/** The screens that `pages` measures, with what each is held to, is tapped on first and is used for. */
import type { Locator, Page } from "@playwright/test";
import type { FirstTap } from "#bench/pages/first-tap.ts";
import {
  asMember,
  asVisitor,
  filteringPeople,
  openingChats,
  type RoundOfUse,
  typingInChat,
} from "#bench/pages/rounds-of-use.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { befriend, call, karimov, type Member, newMember, write } from "#e2e/members.ts";
import { eventsPath } from "#lib/events/queries.ts";
import { invitationMade } from "#lib/invitations/schema.ts";
import { type Route, routes } from "#lib/routes.ts";

/** Times in milliseconds, weights in kilobytes. Where there is none, the figure is only printed. */
export interface ScreenLimits {
  scripts: number;
  total: number;
  calls?: number;
  firstContentMs?: number;
  lcpMs?: number;
  inPlaceMs?: number;
  usableMs: number;
}

export interface MeasuredScreen {
  name: string;
  route: Route;
  limits: ScreenLimits;
  /** What is there once the screen can be used. */
  content: (page: Page) => Locator;
  tap: FirstTap;
  /** What somebody does on it again and again, for so long. */
  round: RoundOfUse;
  seconds: number;
  /** Who opens it. */
  member?: Pick<Member, "token">;
  /** Where it is used by somebody who has more on it than the one who opens it. */
  used?: Pick<MeasuredScreen, "content" | "route"> & { member: Pick<Member, "token"> };
}

const account: ScreenLimits = { scripts: 150, total: 190, lcpMs: 1200, usableMs: 2000 };
const open: ScreenLimits = { scripts: 165, total: 235, lcpMs: 1200, usableMs: 2000 };
const signedIn: ScreenLimits = { scripts: 220, total: 300, calls: 3, usableMs: 2500 };
const conversation: ScreenLimits = { ...signedIn, scripts: 260, total: 340 };
const home: ScreenLimits = { ...signedIn, firstContentMs: 1500, inPlaceMs: 3000 };

/** Of the screens without long lists: what else is done there would be the same again. */
const shortSeconds = 10;
const objectId = 1;
const classKey = "2018";

export async function visitorScreens(kampus: Kampus): Promise<MeasuredScreen[]> {
  const inviter = await newMember(kampus, karimov);
  const made = await call(kampus, inviter, "POST", "/api/ru/invitations", { kind: "kampus" });
  const { code } = invitationMade.parse(made).data;
  const tap: FirstTap = {
    control: (page) => page.getByRole("button", { name: "Тёмная тема", exact: true }),
    answer: 'html[data-mantine-color-scheme="dark"]',
  };
  const field = (page: Page) => page.locator("main input");
  const main = (page: Page) => page.locator("main");
  const screens = [
    { name: "login", route: routes.login(), limits: account, content: field },
    { name: "sign-up", route: routes.signup(), limits: account, content: field },
    { name: "recovery", route: routes.recovery(), limits: account, content: field },
    { name: "confirmation", route: routes.confirmation(), limits: account, content: main },
    { name: "invitation", route: routes.invitation(code), limits: account, content: main },
    { name: "home", route: routes.home(), limits: open, content: main },
    { name: "institution", route: routes.institution(objectId), limits: open, content: main },
  ];
  return screens.map((screen) => ({ ...screen, tap, round: asVisitor, seconds: shortSeconds }));
}

const searchOfHeader: FirstTap = {
  control: (page) => page.locator("header button[aria-haspopup=dialog]").filter({ visible: true }),
  answer: "[role=dialog] input[type=search]",
};
const filters: FirstTap = {
  control: (page) => page.locator("main").getByRole("button", { name: "Фильтры" }),
  answer: "[role=dialog] input",
};
const searchOfChat: FirstTap = {
  control: (page) => page.locator("button[data-search]"),
  answer: "header form[role=search] input",
};

/**
 * The screens of a member who has a friend and a chat with them; those of a class, of one who is of it. `busy` is the token
 * of a member with many chats and people, and the id of the longest chat.
 */
export async function memberScreens(
  kampus: Kampus,
  busy: { token: string; chatId: number },
): Promise<MeasuredScreen[]> {
  const member = await newMember(kampus, karimov);
  const friend = await newMember(kampus, { ...karimov, surname: "Рахимов", name: "Тимур" });
  await befriend(kampus, member, friend);
  let chatId = 0;
  for (let count = 1; count <= 30; count += 1)
    chatId = await write(kampus, friend, member, `Сообщение ${count}`);
  const heading = (page: Page) => page.getByRole("heading", { name: karimov.name });
  const friendHeading = (page: Page) => page.getByRole("heading", { name: friend.fullname });
  const link = (page: Page) => page.locator("main").getByRole("link");
  const ofFriend = (page: Page) => link(page).filter({ hasText: friend.fullname });
  const field = (page: Page) => page.locator("main").getByRole("searchbox");
  const bubble = (page: Page) => page.locator("[data-bubble]");
  const usual = {
    ...{ limits: signedIn, tap: searchOfHeader, round: asMember },
    ...{ seconds: shortSeconds, member },
  };
  const withMuch = (
    used: Pick<MeasuredScreen, "content" | "route">,
    round: RoundOfUse,
  ): Partial<MeasuredScreen> => ({ round, seconds: 60, used: { ...used, member: busy } });
  return [
    { ...usual, name: "profile", route: routes.profile(), content: heading },
    { ...usual, name: "member", route: routes.member(friend.id), content: friendHeading },
    { ...usual, name: "friends", route: routes.friends(), content: ofFriend },
    {
      ...usual,
      ...withMuch({ route: routes.findPeople(), content: field }, filteringPeople),
      ...{ name: "find", route: routes.findPeople(), content: field, tap: filters },
    },
    { ...usual, name: "settings", route: routes.settings(), content: link },
    { ...usual, name: "member's-home", route: routes.home(), limits: home, content: heading },
    {
      ...usual,
      ...withMuch({ route: routes.chats(), content: link }, openingChats),
      ...{ name: "chats", route: routes.chats(), content: ofFriend },
    },
    {
      ...usual,
      ...withMuch({ route: routes.chat("private", busy.chatId), content: bubble }, typingInChat),
      ...{ name: "conversation", route: routes.chat("private", chatId), limits: conversation },
      ...{ content: bubble, tap: searchOfChat },
    },
    ...(await classScreens(kampus)).map((screen) => ({ ...usual, ...screen })),
  ];
}

/** The institution and the class of two members, one of whom has announced a meeting. */
async function classScreens(kampus: Kampus) {
  const member = await newMember(kampus, karimov);
  const classmate = await newMember(kampus, { ...karimov, surname: "Юсупов", name: "Бобур" });
  for (const studied of [member, classmate])
    await call(kampus, studied, "POST", "/api/ru/profile/setting/educations", {
      ...{ establishment_id: 1, region_id: 1726280, object_id: objectId },
      ...{ speciality: "Математика", start: 2014, end: Number(classKey) },
    });
  await call(kampus, classmate, "POST", eventsPath("ru", { objectId, classKey }), {
    ...{ title: "Встреча выпускников", text: "Берём детей", place: "Чайхана" },
    ...{ start: new Date(Date.now() + 40 * 86_400_000).toISOString(), time_zone: "Asia/Tashkent" },
  });
  const content = (page: Page) =>
    page.locator("main").getByRole("link").filter({ hasText: classmate.fullname });
  return [
    { name: "member's-institution", route: routes.institution(objectId), content, member },
    { name: "class", route: routes.class(objectId, classKey), content, member },
  ];
}
