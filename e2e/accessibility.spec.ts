import type { Page } from "@playwright/test";
import { accessibilityFaults } from "#e2e/accessible.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { befriend, call, karimov, newMember, write, yusupova } from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import { type Route, routes } from "#lib/routes.ts";

const kim = { surname: "Ким", name: "Елена", patronymic: "Сергеевна" };
const rahimov = { surname: "Рахимов", name: "Жасур", patronymic: "Отабекович" };

/** The elements that must be visible before the screen counts as shown. */
type Screens = [name: string, route: Route, shown: (page: Page) => ReturnType<Page["getByText"]>][];

async function audit(page: Page, at: (route: Route) => string, screens: Screens): Promise<void> {
  for (const [name, route, shown] of screens) {
    await test.step(name, async () => {
      await page.goto(at(route));
      await expect(shown(page).filter({ visible: true }).first()).toBeVisible();
      expect.soft(await accessibilityFaults(page), name).toEqual([]);
      const width = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect.soft(width, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
    });
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} scheme axe finds nothing`, () => {
    test("on the screens of a visitor", async ({ at, newPage }) => {
      const page = await newPage();
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
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

    test("on the screens of a member", async ({ kampus, at, newPage, signIn }) => {
      test.slow(); // fourteen screens
      const [me, friend, stranger, blocked] = [
        await newMember(kampus, karimov),
        await newMember(kampus, yusupova),
        await newMember(kampus, rahimov),
        await newMember(kampus, kim),
      ];
      await call(kampus, me, "POST", `/api/ru/profile/blocks/${blocked.id}`);
      await befriend(kampus, me, friend);
      await call(kampus, stranger, "POST", `/api/ru/profile/friends/friendship/${me.id}/add`);
      for (const member of [me, stranger]) await postEducation(kampus, member);
      const chatId = await write(kampus, friend, me, "Салом!");
      const page = await newPage();
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await signIn(page, me);
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
