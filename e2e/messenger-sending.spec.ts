import type { Page } from "@playwright/test";
import { bubble, messageField, sendButton, sendMessage } from "#e2e/conversation.ts";
import { expect, type Journey, test, text } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { call, type Member, newFriends, write } from "#e2e/members.ts";
import { history } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";

const mark = (page: Page, words: string, state: "sent" | "pending" | "failed") =>
  bubble(page, words).and(page.locator(`[data-state=${state}]`));

/** Two friends with a chat, which one of them has open. */
async function twoFriends({ kampus, pageOf }: Journey) {
  const [alisher, madina] = await newFriends(kampus);
  const chatId = await write(kampus, madina, alisher, "Салом!");
  const route = routes.chat("private", chatId);
  const page = await pageOf(alisher, route);
  await expect(bubble(page, "Салом!")).toBeVisible();
  const texts = () => textsOf(kampus, madina, chatId);
  return { alisher, route, page, texts };
}

/** The messages that the other member has received, after the first. */
async function textsOf(kampus: Kampus, member: Member, chatId: number): Promise<string[]> {
  const answer = await call(kampus, member, "GET", `/messenger/private/getMessages/${chatId}`);
  return history
    .parse(answer)
    .data.map(({ text: words }) => words)
    .slice(1);
}

test("what is written offline outlives a reload and goes out once and in order", async ({
  kampus,
  at,
  pageOf,
}) => {
  const { page, route, texts } = await twoFriends({ kampus, pageOf });
  await page.context().setOffline(true);
  for (const words of ["раз", "два", "три"]) {
    await sendMessage(page, words);
    await expect(bubble(page, words)).toBeVisible({ timeout: 1000 });
  }
  const retry = bubble(page, "раз").getByRole("button", { name: text("Messenger.retry") });
  await expect(retry).toBeVisible({ timeout: 1000 });
  // They are sent by themselves, so they show a clock, and nothing red.
  for (const words of ["раз", "два", "три"]) {
    const waiting = bubble(page, words).getByRole("img", { name: text("Messenger.sending") });
    await expect(waiting).toBeVisible();
    await expect(bubble(page, words)).toHaveAttribute("data-state", "pending");
  }
  await expect(bubble(page, "раз")).toContainText(text("Messenger.sentOnceConnected"));
  await expect(page.getByText(text("Messenger.connectionOffline"))).toBeVisible();

  // pages are served, but messenger calls fail
  await page.context().setOffline(false);
  await page.route("**/sendMessage", (route) => route.abort("internetdisconnected"));
  await page.goto(at(route));
  for (const words of ["раз", "два", "три"]) await expect(bubble(page, words)).toHaveCount(1);
  await page.unroute("**/sendMessage");
  for (const words of ["раз", "два", "три"])
    await expect(mark(page, words, "sent")).toHaveCount(1, { timeout: 20_000 });
  expect(await texts()).toEqual(["раз", "два", "три"]);
});

test("a lost answer and a retry leave one message", async ({ kampus, pageOf }) => {
  const { page, alisher, texts } = await twoFriends({ kampus, pageOf });
  let tries = 0;
  await page.route("**/sendMessage", async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    // the server receives it, but the page gets no answer
    const body = route.request().postDataJSON() as object; // the body that the page sends
    await call(kampus, alisher, "POST", "/messenger/private/sendMessage", body);
    await route.abort("connectionreset");
  });
  await sendMessage(page, "однажды");
  await expect(mark(page, "однажды", "sent")).toHaveCount(1);
  await expect(bubble(page, "однажды")).toHaveCount(1);
  expect(await texts()).toEqual(["однажды"]);
});

test("a refused message stays, shows the reason, and can be deleted", async ({
  kampus,
  pageOf,
}) => {
  const { page, texts } = await twoFriends({ kampus, pageOf });
  await page.route("**/sendMessage", (route) =>
    route.fulfill({ status: 422, json: { message: "Так нельзя", code: "invalid" } }),
  );
  await sendMessage(page, "отказано");
  await expect(bubble(page, "отказано")).toContainText("Так нельзя");
  await bubble(page, "отказано")
    .getByRole("button", { name: text("Messenger.delete") })
    .click();
  await expect(bubble(page, "отказано")).toHaveCount(0);
  await page.unroute("**/sendMessage");
  await page.reload();
  await expect(bubble(page, "Салом!")).toBeVisible();
  await expect(bubble(page, "отказано")).toHaveCount(0);
  expect(await texts()).toEqual([]);
});

test("a server that is killed meanwhile gets everything once and in order", async ({
  kampus,
  pageOf,
}) => {
  const { page, texts } = await twoFriends({ kampus, pageOf });
  await kampus.end("SIGKILL");
  for (const words of ["один", "два", "три"]) await sendMessage(page, words);
  await expect(bubble(page, "три")).toBeVisible();
  await kampus.restart("SIGKILL");
  for (const words of ["один", "два", "три"])
    await expect(mark(page, words, "sent")).toHaveCount(1, { timeout: 45_000 });
  expect(await texts()).toEqual(["один", "два", "три"]);
});

test("two tabs show each pending message once, and send it once", async ({
  kampus,
  at,
  pageOf,
}) => {
  const { page, route, texts } = await twoFriends({ kampus, pageOf });
  const other = await page.context().newPage();
  await other.goto(at(route));
  await expect(bubble(other, "Салом!")).toBeVisible();
  await page.context().route("**/sendMessage", (route) => route.abort());
  const saved = page.waitForResponse("**/draft/*");
  await sendMessage(page, "из первой");
  // Both tabs share one draft, and the first has cleared it by then.
  await saved;
  await expect(bubble(other, "из первой")).toHaveCount(1);
  await sendMessage(other, "из второй");
  for (const tab of [page, other])
    for (const words of ["из первой", "из второй"]) await expect(bubble(tab, words)).toHaveCount(1);
  await page.context().unroute("**/sendMessage");
  await page.close();
  for (const words of ["из первой", "из второй"])
    await expect(mark(other, words, "sent")).toHaveCount(1, { timeout: 20_000 });
  expect(await texts()).toEqual(["из первой", "из второй"]);
});

test("a draft outlives a reload, follows to another device and is gone once it is sent", async ({
  kampus,
  pageOf,
}) => {
  const { page, route, alisher } = await twoFriends({ kampus, pageOf });
  const device = await pageOf(alisher, route);
  await expect(bubble(device, "Салом!")).toBeVisible();
  await messageField(page).pressSequentially("начатое");
  await page.reload();
  await expect(messageField(page)).toHaveValue("начатое");
  await expect(messageField(device)).toHaveValue("начатое");

  await device.context().setOffline(true);
  await messageField(device).fill("моё");
  // Not the answer to the earlier save.
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().includes("/draft/") &&
      answer.request().postData()?.includes("начатое и продолженное") === true,
  );
  await messageField(page).fill("начатое и продолженное");
  await saved;
  await device.context().setOffline(false);
  await expect(messageField(device)).toHaveValue("моё");
  await expect(messageField(page)).toHaveValue("моё");

  await sendButton(page).click();
  await expect(messageField(page)).toHaveValue("");
  await expect(messageField(device)).toHaveValue("");
});
