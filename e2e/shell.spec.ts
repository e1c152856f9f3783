import type { Locator, Page } from "@playwright/test";
import { expectNoSideways } from "#e2e/accessible.ts";
import { messageField } from "#e2e/conversation.ts";
import { expect, test, text, textsOf } from "#e2e/fixtures.ts";
import { call, karimov, kim, newFriends, newMember, newMembers, write } from "#e2e/members.ts";
import { addImage, postEducation } from "#e2e/profile-members.ts";
import { type Route, routes } from "#lib/routes.ts";

test("a visitor on a phone finds the languages at the corner of a long page, wherever it is scrolled", async ({
  at,
  newPage,
}, testInfo) => {
  const page = await newPage(routes.home());
  const languages = page.getByRole("button", {
    name: text("Layout.changeLanguage", { name: "Русский" }),
  });
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(languages).toBeInViewport();
  const bottom = await languages.evaluate(
    (element) => window.innerHeight - element.getBoundingClientRect().bottom,
  );
  if (testInfo.project.name === "phone") expect(bottom).toBeLessThan(60);
  await languages.click();
  await expect(page.getByRole("menuitem", { name: "English" })).toBeInViewport();
  await page.getByRole("menuitem", { name: "English" }).click();
  await expect(page).toHaveURL(at(routes.home(), "en"));
});

test("the screens of accounts have their illustration beside the form on wide screens, and none on phones", async ({
  newPage,
}, { project }) => {
  const page = await newPage(routes.login());
  await expect(page.getByLabel(text("Auth.password"), { exact: true })).toBeVisible();
  await expect(page.getByText(text("Auth.illustrationTitle"))).toBeVisible({
    visible: project.name === "wide",
  });
});

test("a page whose first scripts are gone with their build is loaded anew, once, and works when they are there @once", async ({
  at,
  newPage,
}) => {
  const page = await newPage();
  let loads = 0;
  let comesBack = false;
  page.on("request", (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await page.route("**/_next/static/chunks/*.js", (route) =>
    comesBack && loads > 1 ? route.continue() : route.fulfill({ status: 404 }),
  );
  const open = async (url: string) => {
    loads = 0;
    await page.goto(url, { waitUntil: "commit" });
  };
  const languages = page.getByRole("button", {
    name: text("Layout.changeLanguage", { name: "Русский" }),
  });

  await open(at(routes.login()));
  await expect.poll(() => loads).toBe(2);
  await page.waitForFunction(() => document.readyState === "complete");
  await expect(languages).toBeVisible();
  expect(loads).toBe(2);

  // The minute in which it is not loaded anew again is over.
  await page.evaluate(() => sessionStorage.clear());
  comesBack = true;
  await open(at(routes.login()));
  await expect.poll(() => loads).toBe(2);
  // Until the second page has come alive a click meets the first, or nobody.
  await expect(async () => {
    await languages.click();
    await expect(page.getByRole("menuitem", { name: "English" })).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test("layers, sizes and times of the interface are those of S-CONSTANTS, and the end of a friendship is asked about in red", async ({
  kampus,
  pageOf,
}, { project }) => {
  const [me, friend] = await newFriends(kampus, karimov, kim);
  await addImage(kampus, friend);
  const page = await pageOf(me, routes.member(friend.id));
  expect(await layerOf(page.getByRole("banner"))).toBe("100");

  const times = await watchTransitions(page);
  await page.getByRole("button", { name: text("Friends.isFriend") }).click();
  await page.getByRole("menuitem", { name: text("Friends.unfriend") }).click();
  const question = page.getByRole("dialog", {
    name: text("Friends.unfriendQuestion", { name: friend.fullname }),
  });
  const cancel = question.getByRole("button", { name: "Отмена", exact: true });
  await expect(cancel).toBeFocused();
  expect(await layerOf(question)).toBe("200");
  const yes = question.getByRole("button", { name: "Ок", exact: true });
  await expect(yes).toHaveCSS("background-color", "rgb(179, 38, 30)");
  if (project.name === "wide") expect((await question.boundingBox())?.width).toBe(380);
  await cancel.click();
  await expect(question).toBeHidden();
  expect(await times()).toEqual(["0.2s"]);

  const viewerTimes = await watchTransitions(page);
  const photos = page.getByRole("region", { name: text("Images.title") });
  await photos.locator("[data-image]").first().click();
  const viewer = page.getByRole("dialog", { name: text("Viewer.title") });
  await expect(viewer).toBeVisible();
  expect(await layerOf(viewer)).toBe("200");
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  expect(await viewerTimes()).toEqual(["0.2s"]);

  const popoverTimes = await watchTransitions(page);
  await page
    .getByRole("button", { name: text("Friends.bellNews", { total: 1, count: 0, accepted: 1 }) })
    .click();
  const requests = page.getByRole("dialog");
  await expect(requests).toBeVisible();
  expect(await layerOf(requests)).toBe("300");
  await page.keyboard.press("Escape");
  await expect(requests).toBeHidden();
  expect(await popoverTimes()).toEqual(["0.15s"]);
});

test("a reader who doubled the font of the browser sees it doubled, with nothing beside the screen and no name cut", async ({
  kampus,
  at,
  isMobile,
  newPage,
  signIn,
}) => {
  const [me, friend] = await newFriends(kampus, karimov, kim);
  const page = await newPage();
  const width = page.viewportSize()?.width;
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  const seen = async (route: Route) => {
    await page.goto(at(route));
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    expect(await page.evaluate(() => window.innerWidth)).toBe(width);
  };
  await seen(routes.login());
  await expect(page.getByLabel(text("Auth.password"), { exact: true })).toHaveCSS(
    "font-size",
    isMobile ? "32px" : "30px", // 16 px where fields are touched, since an iPhone enlarges a page with smaller ones
  );
  await seen(routes.signup());
  await signIn(page, me);
  await seen(routes.friends());
  await seen(routes.member(friend.id));
  await expect(page.getByRole("button", { name: text("Friends.isFriend") })).toBeVisible();
  const cut = await page
    .getByRole("navigation")
    .getByRole("link")
    .locator("span")
    .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth + 1).length);
  expect(cut, "names of the navigation that are cut").toBe(0);
  await write(kampus, friend, me, "Привет");
  await page.goto(at(routes.chats()));
  const name = page.getByText(friend.fullname, { exact: true });
  await expect(name).toBeVisible();
  const room = await name.evaluate((title) => title.clientWidth / title.scrollWidth);
  expect(room, "how much of the name of a chat is to be read").toBeGreaterThan(0.5);
});

test(
  "text of one and a half times and of twice its size fits a phone, and leaves room to write",
  { tag: "@once" },
  async ({ kampus, at, newPage, pageOf }) => {
    const [me, friend] = await newFriends(kampus, karimov, kim);
    await addImage(kampus, me);
    const chatId = await write(kampus, friend, me, "Привет");
    const [visitor, member] = [await newPage(), await pageOf(me)];
    const fits = async (page: Page, route: Route, size: string) => {
      await page.goto(at(route));
      await expect(page.getByRole("heading").first()).toBeVisible();
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      await expectNoSideways(page, `${at(route)} at ${size}`);
    };
    for (const size of ["150%", "200%"]) {
      for (const route of [routes.home(), routes.login()]) await fits(visitor, route, size);
      for (const route of [routes.profile(), routes.imagesSettings(), routes.invitationsSettings()])
        await fits(member, route, size);
      await fits(member, routes.chat("private", chatId), size);
      const field = await messageField(member).boundingBox();
      expect(field?.width, `the room to write at ${size}`).toBeGreaterThan(120);
    }
  },
);

test(
  "in a window as low as a phone on its side, the menu of the account ends within it and scrolls to the sign-out",
  { tag: "@once" },
  async ({ kampus, at, pageOf }) => {
    const me = await newMember(kampus, karimov);
    const page = await pageOf(me);
    await page.setViewportSize({ width: 700, height: 330 });
    for (const route of [routes.profile(), routes.chats()]) {
      await page.goto(at(route));
      await page.getByRole("button", { name: text("Auth.account", { name: me.fullname }) }).click();
      const menu = page.getByRole("menu");
      await expect(menu).toBeVisible();
      const end = async () => {
        const box = await menu.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? Infinity);
      };
      await expect.poll(end, `where the menu ends at ${at(route)}`).toBeLessThanOrEqual(330);
      await page.getByRole("menuitem", { name: text("Auth.signOut") }).click({ trial: true });
    }
  },
);

/** The z-index of the nearest element around it that has one. */
const layerOf = (element: Locator) =>
  element.evaluate((inner) => {
    let around: Element | null = inner;
    while (around && getComputedStyle(around).zIndex === "auto") around = around.parentElement;
    return around && getComputedStyle(around).zIndex;
  });

/** Returns a function that reads the durations of all dialog transitions since this call. */
async function watchTransitions(page: Page): Promise<() => Promise<string[]>> {
  const durations = await page.evaluateHandle(() => {
    const seen = new Set<string>();
    new MutationObserver(() => {
      for (const dialog of document.querySelectorAll('[role="dialog"]')) {
        const { transitionDuration } = getComputedStyle(dialog);
        if (transitionDuration !== "0s") seen.add(transitionDuration.split(", ")[0] ?? "");
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  return () => durations.evaluate((seen) => [...seen]);
}

test("the bell lists the requests: accepted and rejected in place, and says what went wrong", async ({
  kampus,
  pageOf,
}, { project }) => {
  const olga = { ...kim, name: "Ольга" };
  const [me, first, second] = await newMembers(kampus, karimov, kim, olga);
  for (const other of [first, second])
    await call(kampus, other, "POST", `/api/ru/profile/friends/friendship/${me.id}/add`);
  const { object } = await postEducation(kampus, me, { start: 2014, end: 2018 });
  await postEducation(kampus, first, { start: 2016, end: 2020 });
  const page = await pageOf(me, routes.home());
  await page.getByRole("button", { name: text("Friends.bellCount", { count: 2 }) }).click();
  const list = page.getByRole("dialog");
  const together = text("Ties.classmate", { years: "2016–2018", name: object.name });
  await expect(list.getByRole("listitem").filter({ hasText: first.fullname })).toContainText(
    together,
  );
  const accept = list.getByRole("button", { name: `${text("Friends.accept")}: ${first.fullname}` });

  await page.route(/friendship\/\d+\/accept$/, (route) => route.abort());
  await accept.click();
  const failure = page.getByRole("alert").filter({ hasText: "Ошибка" });
  await expect(failure).toContainText(text("Problem.offline"));
  await expect(accept).toBeVisible();
  if (project.name === "wide") {
    expect(await layerOf(failure)).toBe("400"); // on a phone it stays below the open list
    const gap = async () => {
      const [notice, requests] = [await failure.boundingBox(), await list.boundingBox()];
      return (requests?.x ?? 0) - (notice?.x ?? 0) - (notice?.width ?? 0);
    };
    await expect.poll(gap, "notices come beside the requests").toBeGreaterThanOrEqual(0);
  }

  await page.unroute(/friendship\/\d+\/accept$/);
  await accept.click();
  await expect(page.getByRole("alert").filter({ hasText: "Успешно" })).toContainText(
    text("Answers.friendRequestAccepted"),
  );
  await list.getByRole("button", { name: `${text("Friends.reject")}: ${second.fullname}` }).click();
  await expect(list.getByText(text("Friends.emptyIncoming"))).toBeVisible();
  await expect(
    page.getByRole("button", { name: text("Friends.bellCount", { count: 0 }), exact: true }),
  ).toBeVisible();
});

test(
  "a page that is missing has the header of a member, and of a visitor in their language",
  { tag: "@once" },
  async ({ kampus, at, newPage, signIn }) => {
    const member = await newMember(kampus, karimov);
    const page = await newPage();
    const missing = new URL("/en/nothing", at(routes.profile())).href;
    await page.goto(missing);
    await expect(
      page.getByRole("banner").getByRole("link", { name: textsOf("en")("Auth.signIn") }),
    ).toBeVisible();
    await signIn(page, member);
    await page.reload();
    await expect(
      page.getByRole("button", { name: textsOf("en")("Auth.account", { name: member.fullname }) }),
    ).toBeVisible();
  },
);
