import type { Page } from "@playwright/test";
import { auditScreen } from "#e2e/accessible.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import {
  befriend,
  call,
  karimov,
  kim,
  newMembers,
  rahimov,
  write,
  yusupova,
} from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import { type Route, routes } from "#lib/routes.ts";

/** The elements that must be visible before the screen counts as shown. */
type Screens = [name: string, route: Route, shown: (page: Page) => ReturnType<Page["getByText"]>][];

async function audit(page: Page, at: (route: Route) => string, screens: Screens): Promise<void> {
  for (const [name, route, shown] of screens) {
    await test.step(name, async () => {
      await page.goto(at(route));
      await expect(shown(page).filter({ visible: true }).first()).toBeVisible();
      await auditScreen(page, name);
    });
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} scheme axe finds nothing`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("on the screens of a visitor", async ({ at, newPage }) => {
      const page = await newPage();
      const captcha = (shown: Page) => shown.getByRole("img", { name: text("Captcha.alt") });
      await audit(page, at, [
        [
          "home",
          routes.home(),
          (shown) => shown.getByRole("heading", { name: text("Home.title") }),
        ],
        ["sign-up", routes.signup(), captcha],
        ["login", routes.login(), captcha],
        [
          "confirmation",
          routes.confirmation(),
          (shown) => shown.getByText(text("Auth.confirmationLeadVisitor")),
        ],
        [
          "confirmation of a dead link",
          { surface: "site", path: "/confirmation/dead" },
          (shown) => shown.getByRole("heading", { name: text("Auth.verifyFailedTitle") }),
        ],
        [
          "missing page",
          { surface: "profile", path: "/nothing" },
          (shown) => shown.getByText(text("NotFound.title")),
        ],
      ]);
    });

    test("on the screens of a member", async ({ kampus, at, pageOf }) => {
      test.slow(); // fourteen screens
      const [me, friend, stranger, blocked] = await newMembers(
        kampus,
        karimov,
        yusupova,
        rahimov,
        kim,
      );
      await call(kampus, me, "POST", `/api/ru/profile/blocks/${blocked.id}`);
      await befriend(kampus, me, friend);
      await call(kampus, stranger, "POST", `/api/ru/profile/friends/friendship/${me.id}/add`);
      for (const member of [me, stranger]) await postEducation(kampus, member);
      const chatId = await write(kampus, friend, me, "Салом!");
      const page = await pageOf(me);
      const nameOf = (fullname: string) => (shown: Page) => shown.getByText(fullname);
      await audit(page, at, [
        [
          "home",
          routes.home(),
          (shown) => shown.getByText(text("Today.greeting", { name: karimov.name })),
        ],
        ["own profile", routes.profile(), nameOf(`${yusupova.surname} ${yusupova.name}`)],
        ["another member", routes.member(stranger.id), nameOf(stranger.fullname)],
        [
          "nobody",
          routes.member(2_000_000_000),
          (shown) => shown.getByText(text("Profile.notFoundTitle")),
        ],
        ["blocked member", routes.member(blocked.id), nameOf(blocked.fullname)],
        ["blocked people", routes.blockedSettings(), nameOf(blocked.fullname)],
        ["friends", routes.friends(), nameOf(friend.fullname)],
        ["requests", routes.friendRequests(), nameOf(stranger.fullname)],
        [
          "sent requests",
          routes.sentRequests(),
          (shown) => shown.getByText(text("Friends.emptyOutgoing")),
        ],
        ["people", routes.findPeople(), nameOf(friend.fullname)],
        [
          "people by filters",
          routes.findPeople({ q: rahimov.surname, object_id: "1", start: "2014" }),
          nameOf(stranger.fullname),
        ],
        ["an institution", routes.institution(1), nameOf(stranger.fullname)],
        ["chats", routes.chats(), nameOf("Салом!")],
        ["chat", routes.chat("private", chatId), (shown) => shown.locator("[data-bubble]")],
      ]);
    });
  });
}
