import type { Page } from "@playwright/test";
import { live } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import {
  befriend,
  call,
  karimov,
  newMember,
  newMembers,
  rahimov,
  signInAgain,
  write,
  yusupova,
} from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

const counted = (count: number) => (count === 0 ? /^[^(]/ : new RegExp(`^\\(${count}\\) `));
const icon = (page: Page) => page.locator('link[rel="icon"]').first();
const chatLink = (page: Page, unread: number) =>
  page
    .getByRole("link", { name: text("Layout.unreadCount", { count: unread }) })
    .filter({ visible: true })
    .first();

async function shows(page: Page, count: number): Promise<void> {
  await expect(page).toHaveTitle(counted(count), live);
  await expect(icon(page)).toHaveAttribute("href", count > 0 ? /^data:image\/svg/ : /icon\.svg/);
}

test("what is unread stands in the title, on the icon and beside the messages of every page and device, and goes where it is read", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [member, hers, his] = await newMembers(kampus, karimov, yusupova, rahimov);
  await befriend(kampus, hers, member);
  await befriend(kampus, his, member);
  const list = await pageOf(member, routes.chats());
  const other = await pageOf(await signInAgain(kampus, member), routes.chats());
  const profile = await list.context().newPage();
  const home = await list.context().newPage();
  await profile.goto(at(routes.friends()));
  await home.goto(at(routes.home()));
  const pages = [list, profile, home, other];
  for (const page of pages) await expect(page).toHaveTitle(counted(0));
  await expect(list.getByRole("heading", { name: text("Messenger.title") })).toBeAttached();
  const rowOfHers = list.getByRole("link", { name: hers.fullname }).first();

  await test.step("messages of two chats are one sum everywhere", async () => {
    const chatId = await write(kampus, hers, member, "Салом!");
    for (const page of pages) await expect(page).toHaveTitle(counted(1));
    await write(kampus, hers, member, "Ты здесь?");
    await write(kampus, his, member, "Привет");
    for (const page of pages) await shows(page, 3);
    await expect(chatLink(profile, 3)).toBeVisible();

    await expect(rowOfHers.getByText("2", { exact: true })).toBeVisible();
    await other.goto(at(routes.chat("private", chatId)));
  });

  await test.step("what is read on one device is read on all", async () => {
    await expect(other).toHaveTitle(counted(1));
    for (const page of pages) await shows(page, 1);
    await expect(rowOfHers.getByText("2", { exact: true })).toBeHidden(live);
  });

  await test.step("and the last of it leaves the bare title", async () => {
    await list.bringToFront();
    await list.getByRole("link", { name: /Рахимов Жасур/ }).click();
    await expect(list).toHaveTitle(counted(0));
    for (const page of pages) await shows(page, 0);
  });
});

test.describe("the sound of a message", () => {
  const notesOfATone = 2;

  test("is heard once, whatever number of pages is open, and not in a muted chat", async ({
    kampus,
    at,
    pageOf,
  }) => {
    const [member, hers, his] = await newMembers(kampus, karimov, yusupova, rahimov);
    const page = await pageOf(member);
    await page.context().addInitScript(() => {
      // eslint-disable-next-line @typescript-eslint/unbound-method -- called on its own object below
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (when) {
        document.documentElement.dataset.notes = String(
          Number(document.documentElement.dataset.notes ?? 0) + 1,
        );
        start.call(this, when);
      };
    });
    const pages = [page, await page.context().newPage(), await page.context().newPage()];
    const [list, second, profile] = pages as [Page, Page, Page];
    await list.goto(at(routes.chats()));
    await second.goto(at(routes.chats()));
    await profile.goto(at(routes.friends()));
    const chatId = await write(kampus, hers, member, "до первого прикосновения");
    for (const one of pages) {
      await expect(one).toHaveTitle(counted(1));
      await one.keyboard.press("Shift");
    }
    const heard = async () => {
      const notes = await Promise.all(
        pages.map((one) => one.evaluate(() => Number(document.documentElement.dataset.notes ?? 0))),
      );
      return notes.reduce((sum, count) => sum + count, 0) / notesOfATone;
    };
    await write(kampus, hers, member, "раз");
    await expect.poll(heard).toBe(1);
    await write(kampus, hers, member, "два");
    await expect.poll(heard).toBe(2);
    await call(kampus, member, "POST", `/messenger/private/mute/${chatId}`, { muted: true });
    await write(kampus, hers, member, "тихо");
    for (const one of pages) await expect(one).toHaveTitle(counted(4));
    await write(kampus, his, member, "три");
    await expect.poll(heard).toBe(3);
  });

  test("can be switched off, and stays so; notifications say what they do", async ({ pageOf }) => {
    const page = await pageOf(karimov, routes.notificationSettings());
    await expect(page.getByText(text("Push.isOff"))).toBeVisible();
    await page.getByRole("radio", { name: text("Push.soundOff") }).check({ force: true });
    await page.reload();
    await expect(page.getByRole("radio", { name: text("Push.soundOff") })).toBeChecked();

    // This browser lets no page notify: it is said, and how to change it.
    await page.getByRole("link", { name: text("Push.turnOnInMessenger") }).click();
    await expect(page.getByText(text("Push.denied"))).toBeVisible();
    await page.getByRole("button", { name: text("Push.putAway") }).click();
    await expect(page.getByText(text("Push.denied"))).toBeHidden();
  });
});

test.describe("an installed surface", () => {
  test.use({ serviceWorkers: "allow" });

  const kept = (page: Page) =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const found = await Promise.all(
        ["/ru", "/ru/friends", "/config.js"].map(async (key) => Boolean(await caches.match(key))),
      );
      return found.filter(Boolean).length;
    });

  test("opens without a network, says so where it was never opened, and comes back by itself", async ({
    at,
    pageOf,
  }) => {
    const page = await pageOf(karimov, routes.friends());
    await expect.poll(() => kept(page)).toBe(2);
    const devtools = await page.context().newCDPSession(page);
    expect(await devtools.send("Page.getInstallabilityErrors")).toEqual({
      installabilityErrors: [],
    });
    // With an active worker, as on every later visit.
    await page.reload();
    await expect(page.getByRole("heading", { name: text("Friends.title") })).toBeVisible();

    // Chromium ends the connections with the first, and tells the page with the second.
    const setOffline = async (offline: boolean) => {
      await page.context().setOffline(offline);
      await devtools.send("Network.overrideNetworkState", {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    };
    await setOffline(true);
    await page.reload();
    await expect(page.getByRole("navigation").filter({ visible: true }).first()).toBeVisible();
    await page.goto(at(routes.findPeople()));
    await expect(page.getByRole("heading", { name: text("Offline.title") })).toBeVisible();

    await setOffline(false);
    await expect(page.getByRole("searchbox").or(page.getByRole("textbox")).first()).toBeVisible();
  });

  test("forgets the notices of a member who has signed out, though the server has not heard of it", async ({
    kampus,
    pageOf,
  }) => {
    const member = await newMember(kampus, karimov);
    const page = await pageOf(member, routes.chats());
    const { origin } = new URL(page.url());
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ type: "notice", chat_id: 7, seq: 1, title: "Мадина", url: "/ru" });
    });
    const [worker] = page
      .context()
      .serviceWorkers()
      .filter((one) => one.url().startsWith(origin));
    const knowsNotices = () => worker?.evaluate(() => caches.has("told-1"));
    await expect.poll(knowsNotices).toBe(true);
    await page
      .getByRole("button", { name: text("Auth.account", { name: member.fullname }) })
      .click();
    const signOut = page.getByRole("menuitem", { name: text("Auth.signOut") });
    await expect(signOut).toBeVisible();
    await page.context().setOffline(true);
    await signOut.click();
    await expect.poll(knowsNotices).toBe(false);
  });
});
