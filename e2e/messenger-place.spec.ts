import type { Locator } from "@playwright/test";
import { z } from "zod";
import { newChat, readTo, wordOf, writeText } from "#e2e/chat-messages.ts";
import { bubble, historyOf } from "#e2e/conversation.ts";
import { expect, test } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { call, type Member } from "#e2e/members.ts";
import { jpegFile } from "#e2e/picture-files.ts";
import { dataOf } from "#lib/http/schema.ts";
import { routes } from "#lib/routes.ts";

/** How far the read text may move, in pixels (D-MESSENGER 5, 6). */
const movedMax = 2;

async function topOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  if (!box) throw new Error("not on the screen");
  return box.y;
}

/** Returns the id of the member's picture. */
async function uploadPicture(kampus: Kampus, { token }: Member): Promise<number> {
  const { buffer, name, mimeType } = await jpegFile("снимок.jpg", "teal", 640, 480);
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await kampus.request("messenger", "/media/upload", {
    method: "POST",
    headers,
    body,
  });
  return dataOf(z.object({ id: z.number() })).parse(JSON.parse(answer.body)).data.id;
}

test("pictures that come late, edits, reactions and deletions above move nothing that is read", async ({
  kampus,
  at,
  pageOf,
}) => {
  const { author, reader, chatId } = await newChat(kampus, 60);
  for (let seq = 61; seq <= 80; seq += 1) {
    const attachments = [await uploadPicture(kampus, author)];
    const message = { chat_id: chatId, client_id: crypto.randomUUID(), text: wordOf(seq) };
    await call(kampus, author, "POST", "/messenger/private/sendMessage", {
      ...message,
      attachments,
    });
  }
  for (let seq = 81; seq <= 100; seq += 1) await writeText(kampus, author, chatId, wordOf(seq));
  await readTo(kampus, reader, chatId, 100);
  const page = await pageOf(reader);
  const gate = Promise.withResolvers<undefined>();
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() === "image") await gate.promise;
    await route.continue();
  });
  await page.goto(at(routes.chat("private", chatId)));
  await expect(bubble(page, 100)).toBeInViewport();
  await historyOf(page).evaluate((box) => void (box.scrollTop -= 420));
  const read = bubble(page, 88);
  await expect(read).toBeInViewport();
  const stood = await topOf(read);
  const moved = async () => Math.abs((await topOf(read)) - stood);

  const pictures = historyOf(page).locator("[data-bubble] img");
  expect(await pictures.count()).toBeGreaterThan(2);
  gate.resolve(undefined);
  await expect
    .poll(() =>
      pictures.evaluateAll((all) =>
        all.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
      ),
    )
    .toBe(true);
  expect(await moved(), "pictures have come").toBeLessThanOrEqual(movedMax);

  const actAsAuthor = (action: string, body: object) =>
    call(kampus, author, "POST", `/messenger/private/${action}/${chatId}`, body);
  await actAsAuthor("editMessage", { seq: 79, text: `${wordOf(79)} ${"переписано ".repeat(60)}` });
  await expect(bubble(page, 79)).toContainText("переписано");
  expect(await moved(), "a text above is longer").toBeLessThanOrEqual(movedMax);
  await actAsAuthor("react", { seq: 78, emoji: "👍" });
  await expect(bubble(page, 78)).toContainText("👍");
  expect(await moved(), "a reaction stands above").toBeLessThanOrEqual(movedMax);
  await actAsAuthor("deleteMessage", { seq: 80 });
  await expect(bubble(page, 80)).toHaveCount(0);
  expect(await moved(), "a picture above is gone").toBeLessThanOrEqual(movedMax);
});

test("a reader who is at the top when older history loads stays at the message they were reading", async ({
  kampus,
  at,
  pageOf,
}) => {
  const { author, reader, chatId } = await newChat(kampus, 1);
  for (let seq = 2; seq <= 160; seq += 1)
    await writeText(kampus, author, chatId, `${wordOf(seq)} ${"и рассказ ".repeat(seq % 23)}`);
  await readTo(kampus, reader, chatId, 160);
  const page = await pageOf(reader);
  let gate = Promise.withResolvers<undefined>();
  await page.route(/getMessages\/\d+\?before=/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(at(routes.chat("private", chatId)));
  await expect(bubble(page, 160)).toBeInViewport();
  for (const oldest of [111, 61]) {
    await historyOf(page).hover();
    await expect
      .poll(async () => {
        await historyOf(page).evaluate((box) => void (box.scrollTop = 0));
        return bubble(page, oldest).count();
      })
      .toBe(1);
    await historyOf(page).evaluate((box) => void (box.scrollTop = 0));
    await expect(bubble(page, oldest)).toBeInViewport();
    const stood = await topOf(bubble(page, oldest));
    const before = gate;
    gate = Promise.withResolvers<undefined>();
    before.resolve(undefined);
    await expect(bubble(page, oldest - 1)).toBeAttached();
    expect(Math.abs((await topOf(bubble(page, oldest))) - stood)).toBeLessThanOrEqual(movedMax);
  }
  gate.resolve(undefined);
});
