import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/accessible.ts";
import { storedMark } from "#e2e/chat-messages.ts";
import { messageField, sendMessage } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { befriend, newFriends, newMembers, write } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

test.slow(); // two browsers each

const gafurov = { surname: "Гафуров", name: "Отабек", patronymic: "Каримович" };
const tsoy = { surname: "Цой", name: "Виктория", patronymic: "Андреевна" };
const latipov = { surname: "Латипов", name: "Жасур", patronymic: "Улугбекович" };
/** A name that no other member has. */
const nazirov = { surname: "Назиров", name: "Тимур", patronymic: "Шавкатович" };

/** A process waits that long before it declares a lost device gone; and this machine may be slow. */
const gone = { timeout: 30_000 };

const bell = (page: Page, count: number) =>
  page.getByRole("button", { name: text("Friends.bellCount", { count }) });
const button = (page: Page, name: string) => page.getByRole("button", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const notice = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words });

/** The tabs of the friends screen, each with its count. */
async function expectTabs(page: Page, friends: number, incoming: number, outgoing: number) {
  const tabs = page.getByRole("navigation", { name: text("Friends.tabs") });
  await expect(tabs.getByRole("link")).toHaveText([
    `${text("Friends.tabFriends")} ${friends}`,
    `${text("Friends.tabIncoming")} ${incoming}`,
    `${text("Friends.tabOutgoing")} ${outgoing}`,
  ]);
}

async function chooseFromMenu(page: Page, fullname: string, item: string): Promise<void> {
  // Beside the list of chats the actions of the chat are visible too.
  const name = text("Blocks.menu", { name: fullname });
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

test("a friend request shows on the bell of another surface, and its acceptance reaches the member who asked", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [otabek, viktoria] = await newMembers(kampus, gafurov, tsoy);
  const [his, hers] = [await pageOf(otabek), await pageOf(viktoria)];
  await hers.goto(at(routes.chats()));
  await expect(bell(hers, 0)).toBeVisible();
  await his.goto(at(routes.member(viktoria.id)));
  await button(his, text("Friends.add")).click();
  await expect(bell(hers, 1)).toBeVisible();
  await his.goto(at(routes.sentRequests()));
  await expectTabs(his, 0, 0, 1);

  await hers.goto(at(routes.friendRequests()));
  await expectTabs(hers, 0, 1, 0);
  // Expected from here on, because a toast stays for four seconds.
  const told = expect(
    notice(his, text("Friends.requestAccepted")).getByRole("link", { name: viktoria.fullname }),
  ).toHaveAttribute("href", at(routes.member(viktoria.id)));
  await Promise.all([told, button(hers, text("Friends.accept")).click()]);
  await expectTabs(hers, 1, 0, 0);
  await expect(bell(hers, 0)).toBeVisible();
  await expectTabs(his, 1, 0, 0);
  await expect(his.getByText(text("Friends.emptyOutgoing"))).toBeVisible();
});

test("a member who was away finds an acceptance in the bell and the list, and once seen it leaves the bell of every tab", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [otabek, viktoria, jasur] = await newMembers(kampus, gafurov, tsoy, latipov);
  await befriend(kampus, otabek, viktoria); // he is signed in nowhere
  const news = (page: Page, accepted: number) =>
    page.getByRole("button", {
      name: text("Friends.bellNews", { total: accepted, count: 0, accepted }),
      exact: true,
    });
  const clean = (page: Page) =>
    page.getByRole("button", { name: text("Friends.bellCount", { count: 0 }), exact: true });
  const his = await pageOf(otabek);
  const otherTab = await his.context().newPage();

  await test.step("the bell tells him on every surface, and on no tab any more once it is opened", async () => {
    await otherTab.goto(at(routes.chats()));
    await expect(news(otherTab, 1)).toBeVisible();
    await his.goto(at(routes.home()));
    await news(his, 1).press("Enter");
    const list = his.getByRole("list", { name: text("Friends.acceptedTitle") });
    await expect(list.getByRole("link", { name: viktoria.fullname })).toBeVisible();
    await expect(clean(otherTab)).toBeVisible();
    await expect(clean(his)).toBeVisible();
    await expectAccessible(his);
    await list.getByRole("link", { name: viktoria.fullname }).click();
    await expect(heading(his, viktoria.fullname)).toBeVisible();
  });

  await test.step("the page of requests has it, with the way to write", async () => {
    await befriend(kampus, otabek, jasur);
    await expect(news(otherTab, 1)).toBeVisible();
    await his.goto(at(routes.friendRequests()));
    const list = his.getByRole("main").getByRole("list", { name: text("Friends.acceptedTitle") });
    await expect(list.getByRole("link")).toHaveText([jasur.fullname]);
    await expect(clean(his)).toBeVisible();
    await expect(clean(otherTab)).toBeVisible();
    await expect(list).toBeVisible();
    await expectAccessible(his);
    await list
      .getByRole("button", { name: `${text("Profile.message")}: ${jasur.fullname}` })
      .click();
    await expect(messageField(his)).toBeVisible();
  });
});

test("a friend is shown online and then offline, in the list and in the chat", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [otabek, viktoria] = await newFriends(kampus, gafurov, tsoy);
  const chatId = await write(kampus, viktoria, otabek, "Салом!");
  const [his, hers] = [await pageOf(otabek), await pageOf(viktoria)];
  await his.goto(at(routes.friends()));
  const row = his.getByRole("listitem").filter({ hasText: viktoria.fullname });
  const dot = row.getByRole("img", { name: text("Layout.online") });
  await expect(row).toBeVisible();
  await expect(dot).toHaveCount(0);
  await hers.goto(at(routes.friends()));
  await expect(dot).toBeVisible();
  await expect(row).toContainText(text("Presence.online"));

  await his.goto(at(routes.chat("private", chatId)));
  const conversation = his.getByRole("region", { name: viktoria.fullname });
  const online = conversation.getByText(text("Presence.online"), { exact: true });
  await expect(online).toBeVisible();
  await hers.close();
  await expect(online).toBeHidden(gone);
  await expect(his.getByRole("img", { name: text("Layout.online") })).toHaveCount(0);
});

test("a member reports and blocks another, who then neither finds nor writes to them, and unblocks them in the settings", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [timur, viktoria] = await newFriends(kampus, nazirov, tsoy);
  const chatId = await write(kampus, viktoria, timur, "Купите диплом");
  const [his, hers] = [await pageOf(timur), await pageOf(viktoria)];
  const closed = hers.getByText(text("Blocks.cannotWrite"));
  const field = messageField(hers);

  await test.step("he reports her from the chat, and blocks her with it", async () => {
    await his.goto(at(routes.chat("private", chatId)));
    await chooseFromMenu(his, viktoria.fullname, text("Blocks.report"));
    const dialog = his.getByRole("dialog");
    await dialog.getByRole("button", { name: text("Reports.send") }).click();
    await expect(dialog.getByText(text("Site.required"))).toBeVisible();
    await expectAccessible(his);
    await dialog.getByRole("radio", { name: text("Reports.spam") }).check();
    await dialog.getByRole("checkbox", { name: text("Reports.alsoBlock") }).check();
    await dialog.getByRole("button", { name: text("Reports.send") }).click();
    await expect(notice(his, text("Answers.memberBlocked"))).toBeVisible();
    await his.goto(at(routes.member(viktoria.id)));
    await expect(
      heading(his, text("Blocks.blockedName", { name: viktoria.fullname })),
    ).toBeVisible();
    await expectAccessible(his);
  });

  await test.step("to her he is not there, and their chat cannot be written in", async () => {
    await hers.goto(at(routes.member(timur.id)));
    await expect(heading(hers, text("Profile.notFoundTitle"))).toBeVisible();
    await hers.goto(at(routes.findPeople({ q: `${nazirov.surname} ${nazirov.name}` })));
    await expect(hers.getByRole("main").getByRole("status")).not.toBeEmpty();
    await expect(hers.getByRole("link", { name: timur.fullname })).toHaveCount(0);
    await hers.goto(at(routes.chat("private", chatId)));
    await expect(closed).toBeVisible();
    await expect(field).toBeHidden();
    await expectAccessible(hers);
  });

  await test.step("he lets her go in the settings, and she can write again", async () => {
    await his.goto(at(routes.blockedSettings()));
    const unblock = button(his, text("Blocks.unblockName", { name: viktoria.fullname }));
    await expect(unblock).toBeVisible();
    await expectAccessible(his);
    await unblock.click();
    await expect(his.getByText(text("Blocks.empty"))).toBeVisible();
    await expect(notice(his, text("Answers.memberUnblocked"))).toBeVisible();
    await hers.reload();
    await sendMessage(hers, "Вы здесь?");
    await expect(closed).toBeHidden();
    await expect(hers.locator("[data-bubble]").locator(storedMark)).toHaveCount(2);
  });
});
