import type { BrowserContext } from "@playwright/test";
import { openForm } from "#e2e/account-forms.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { call, kim, newAccount, newMember, newMembers, write } from "#e2e/members.ts";
import { colorSchemeCookie } from "#lib/browser/cookie-names.ts";
import { routes } from "#lib/routes.ts";

test("logging out goes to the login and signs every other tab out", async ({
  kampus,
  at,
  pageOf,
}) => {
  const member = await newMember(kampus, kim);
  const profile = await pageOf(member);
  const chats = await profile.context().newPage();
  await chats.goto(at(routes.chats()));
  await expect(chats.getByText(text("Messenger.empty"))).toBeVisible();
  await profile.goto(at(routes.profile()));
  await profile
    .getByRole("button", { name: text("Auth.account", { name: member.fullname }) })
    .click();
  await profile.getByRole("menuitem", { name: text("Auth.signOut") }).click();

  await expect(profile).toHaveURL(at(routes.login()));
  await expect(chats).toHaveURL(/\/ru\/login/);
  await profile.goto(at(routes.profile()));
  await expect(profile).toHaveURL(/\/ru\/login/);
});

test("a session that ended before the page had connected says so on the login, once", async ({
  kampus,
  at,
  pageOf,
}) => {
  const member = await newMember(kampus, kim);
  const page = await pageOf(member);
  const held: (() => void)[] = [];
  await page.route(/socket\.io/, (route) => {
    held.push(() => void route.continue());
  });
  await page.goto(at(routes.chats()));
  await expect(page.getByText(text("Messenger.empty"))).toBeVisible();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await call(kampus, member, "POST", "/api/logout");
  for (const letGo of held) letGo();
  await page.unrouteAll();
  await expect(page).toHaveURL(/\/ru\/login/);
  await expect(page.getByText(text("Auth.sessionEnded"))).toBeVisible();
  await page.reload();
  await expect(page.getByText(text("Auth.loginLead"))).toBeVisible();
});

test("signing out on one surface deletes what every surface has stored", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [member, friend] = await newMembers(kampus, kim, kim);
  const page = await pageOf(member);
  const scheme = { name: colorSchemeCookie, value: "dark", domain: ".kampus.localhost", path: "/" };
  await page.context().addCookies([scheme]);
  const chat = await write(kampus, friend, member, "Это останется в браузере");
  await page.goto(at(routes.chat("private", chat)));
  await expect(page.locator("[data-bubble]")).toHaveCount(1);
  const origins = [routes.chats(), routes.profile()].map((route) => new URL(at(route)).origin);
  const keptOnAll = () => Promise.all(origins.map((origin) => keptBy(page.context(), origin)));
  await expect.poll(async () => (await keptOnAll())[0]?.databases).toBeGreaterThan(0);
  for (const origin of origins) await keepLikeWorker(page.context(), origin);
  expect(await keptOnAll()).toMatchObject([{ pages: 1 }, { pages: 1 }]);

  await page.goto(at(routes.profile()));
  await page.getByRole("button", { name: text("Auth.account", { name: member.fullname }) }).click();
  await page.getByRole("menuitem", { name: text("Auth.signOut") }).click();
  await expect(page).toHaveURL(at(routes.login()));
  await page.goto("about:blank");
  const nothing = { databases: 0, pages: 0, values: 0 };
  expect(await keptOnAll()).toEqual([nothing, nothing]);
  const cookies = await page.context().cookies();
  expect(cookies.map((cookie) => cookie.name)).toContain(colorSchemeCookie);
});

/** Runs `ask` at an origin, on an address that is no page and stores nothing itself. */
async function onBarePage<T>(context: BrowserContext, origin: string, ask: () => Promise<T>) {
  const bare = await context.newPage();
  await bare.goto(`${origin}/config.js`);
  const answer = await bare.evaluate(ask);
  await bare.close();
  return answer;
}

const keptBy = (context: BrowserContext, origin: string) =>
  onBarePage(context, origin, async () => ({
    databases: (await indexedDB.databases()).length,
    pages: (await caches.keys()).length,
    values: localStorage.length,
  }));

/** Journeys run without the service worker. */
const keepLikeWorker = (context: BrowserContext, origin: string) =>
  onBarePage(context, origin, async () => {
    await (await caches.open("pages-2")).put("/ru", new Response("page"));
    localStorage.setItem("a draft", "in words");
  });

test("whoever has not confirmed the address is sent to the confirmation from everywhere", async ({
  kampus,
  at,
  pageOf,
}) => {
  const page = await pageOf(await newAccount(kampus, kim));
  for (const route of [routes.profile(), routes.friends(), routes.chats(), routes.login()]) {
    await page.goto(at(route));
    await expect(page).toHaveURL(at(routes.confirmation()));
  }
});

test("a browser that has signed in shows at its next login that it is known, by a mark no script reads", async ({
  kampus,
  at,
  newPage,
}) => {
  const member = await newMember(kampus, kim);
  const page = await newPage();
  /** The cookies with which the browser asks for the captcha, and those with which it signs in. */
  const logIn = async () => {
    const asked = [/\/api\/captcha\/flat$/, /\/api\/ru\/login$/].map((call) =>
      page.waitForRequest(call),
    );
    const form = await openForm(page, at(routes.login()));
    await form.logIn(member);
    const headers = await Promise.all(asked.map(async (request) => (await request).allHeaders()));
    await expect(page).toHaveURL(at(routes.profile()));
    return headers.map(({ cookie = "" }) => cookie);
  };
  const mark = async () =>
    (await page.context().cookies()).find((cookie) => cookie.name === "known_device");
  for (const cookies of await logIn()) expect(cookies).not.toContain("known_device");
  const left = await mark();
  expect(left).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api" });
  // A page that stands open would go to the login by itself.
  await page.goto("about:blank");
  await page.context().clearCookies({ name: "token" });
  for (const cookies of await logIn()) expect(cookies).toContain(`known_device=${left?.value}`);
  expect((await mark())?.value).toBe(left?.value);
});
