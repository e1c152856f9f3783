/** The unread count where it is shown: in the list of chats and in the tab's title. */
import { live } from "#e2e/conversation.ts";
import { expect, test, text } from "#e2e/fixtures.ts";
import { befriend, karimov, newMembers, rahimov, write, yusupova } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

test("a message that is read as it arrives is never shown as unread", async ({
  kampus,
  at,
  pageOf,
}) => {
  const [alisher, madina, jasur] = await newMembers(kampus, karimov, yusupova, rahimov);
  await befriend(kampus, alisher, madina);
  await befriend(kampus, alisher, jasur);
  const withMadina = await write(kampus, madina, alisher, "Завтра в десять");
  await write(kampus, jasur, alisher, "Нашёл наши фото");
  const page = await pageOf(alisher);
  const totals: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const [, total] = /"all_new_messages_count":(\d+)/.exec(String(payload)) ?? [];
      if (total) totals.push(total);
    }),
  );
  await page.goto(at(routes.chat("private", withMadina)));
  await expect(page).toHaveTitle(/^\(1\) Юсупова/);
  await expect.poll(() => totals.at(-1)).toBe("1");

  await page.evaluate(
    ({ name, badge }) => {
      const seen = new Set<string>();
      const look = () => {
        const row = [...document.querySelectorAll("li")].find((one) =>
          one.querySelector("a")?.textContent.includes(name),
        );
        seen.add(document.title);
        if (row?.textContent.includes(badge)) seen.add(badge);
      };
      Object.assign(window, { seen });
      new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    },
    { name: "Юсупова", badge: text("Messenger.unread", { count: 1 }) },
  );
  const title = await page.title();
  totals.length = 0;
  // A total that follows another within a second is published after it, when this message may be read already.
  await expect(async () => {
    await write(kampus, madina, alisher, "У главного входа");
    await expect.poll(() => totals, live).toContain("2");
  }).toPass();
  await expect.poll(() => totals.at(-1)).toBe("1");
  await expect(page).toHaveTitle(title);
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]); // set above
  expect(seen).toEqual([title]);

  await test.step("what comes in another chat is counted", async () => {
    await write(kampus, jasur, alisher, "И ещё одно");
    await expect(page).toHaveTitle(/^\(2\)/);
  });
});
