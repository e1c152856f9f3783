import { expectAccessible } from "#e2e/accessible.ts";
import { bubble } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { newFriends, write } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

test("a message is found among all chats in either script, and leads to where it was written", async ({
  kampus,
  pageOf,
}) => {
  const [alisher, madina] = await newFriends(kampus);
  const chatId = await write(kampus, madina, alisher, "Взяла билеты в Самарканд");
  for (let count = 1; count <= 5; count += 1)
    await write(kampus, madina, alisher, `Ещё новость ${count}`);
  await write(kampus, madina, alisher, "И обратные билеты тоже");
  const page = await pageOf(alisher, routes.chats());

  await page.getByRole("searchbox", { name: text("Messenger.search"), exact: true }).fill("bilet");
  const messages = page.getByRole("region", { name: text("Messenger.searchMessages") });
  await expect(messages.getByRole("link")).toHaveCount(2);
  await expectAccessible(page);
  await messages.getByRole("link", { name: "Самарканд" }).click();
  await expect(page).toHaveURL(new RegExp(`/ru/private/${chatId}`));
  await expect(bubble(page, "Самарканд")).toBeInViewport();

  await test.step("and in the open chat, from one to the next", async () => {
    await page.getByRole("button", { name: text("Messenger.headerSearch") }).click();
    await page.getByRole("searchbox", { name: text("Messenger.headerSearch") }).fill("билет");
    const found = page.getByRole("list", { name: text("Messenger.headerSearchResults") });
    await expect(found.getByRole("button")).toHaveCount(2);
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await expect(found.getByRole("button").first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(bubble(page, "обратные")).toBeInViewport();
    await page.getByRole("button", { name: text("Messenger.headerSearchOlder") }).click();
    await expect(bubble(page, "Самарканд")).toBeInViewport();
    await expect(
      page.getByText(text("Messenger.headerSearchAt", { index: 2, total: "2" })),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: text("Messenger.headerSearch") })).toBeFocused();
  });
});
