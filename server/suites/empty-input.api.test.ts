import { beforeAll, describe, expect, it } from "vitest";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { dataFrom, faultyFields, statusAndBody } from "#server/testing/answers.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessageChanges } from "#server/testing/test-message-changes.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
let one: SignedInMember;
let other: SignedInMember;
let chatId: number;
beforeAll(async () => {
  [one, other] = await signedInMembers(kampus, 2);
  chatId = (await testMessenger(kampus).open(one, other)).id;
});

describe("what a client leaves empty counts as absent", () => {
  it("in a message, whose optional fields may be null", async () => {
    const rest = { attachments: null, reply_to: null, mentions: null, forward: null };
    const message = await testMessenger(kampus).say(one, chatId, { text: "Салом", ...rest });
    expect(message).toMatchObject({ text: "Салом", attachments: [], reply_to: null });
    const nothing = await testMessenger(kampus).send(one, chatId, { text: null, ...rest });
    expect(statusAndBody(nothing)).toMatchObject([
      422,
      { errors: { text: ["Обязательное поле"] } },
    ]);
  });

  it("in an edited message and a draft, whose mentions may be null", async () => {
    const { seq } = await testMessenger(kampus).say(one, chatId);
    const mentions = null;
    const edited = { seq, text: "Хайр", mentions };
    expect(await testMessageChanges(kampus).edited(one, chatId, edited)).toMatchObject({
      text: "Хайр",
      mentions: [],
    });
    const draft = { text: "Эртага", version: 0, mentions };
    const saved = await kampus.post(`/messenger/private/draft/${chatId}`, draft, one);
    expect(statusAndBody(saved)).toMatchObject([200, { data: { mentions: [] } }]);
  });

  it("in a registration, whose time zone and invitation may be null", async () => {
    const nothing = { time_zone: null, invitation: null };
    const answer = await kampus.post("/api/ru/registration", nothing);
    const faulty = faultyFields(answer);
    expect(faulty).toContain("name");
    expect(faulty).not.toContain("time_zone");
    expect(faulty).not.toContain("invitation");
  });

  it("in a list of images, whose page may be null", async () => {
    const answer = await kampus.post("/api/ru/profile/setting/images/list", { page: null }, one);
    expect(statusAndBody(answer)).toMatchObject([200, { meta: { current_page: 1 } }]);
  });

  it("in a group, whose lists of members may be null", async () => {
    const path = `/messenger/group/create/chat/${other.id}`;
    const made = await kampus.post(path, { title: "Группа", members: null }, one);
    expect(made.statusCode).toBe(200);
    const { id } = made.json<{ data: { id: number } }>().data;
    const change = await kampus.post(`/messenger/group/members/${id}`, { add: null }, one);
    expect(change.statusCode).toBe(200);
  });
});

it("an empty list and blank text are missing where another kind of value is needed (S-FIELDS)", async () => {
  const registration = await kampus.post("/api/ru/registration", { name: [] });
  expect(registration.json()).toMatchObject({
    errors: { name: ["Обязательное поле"] },
  });
  const education = await kampus.post(
    "/api/ru/profile/setting/educations",
    { establishment_id: "", region_id: [], object_id: null, start: "" },
    one,
  );
  expect(education.json()).toMatchObject({
    errors: {
      establishment_id: ["Обязательное поле"],
      region_id: ["Обязательное поле"],
      object_id: ["Обязательное поле"],
      start: ["Обязательное поле"],
    },
  });
});

it.each([
  ["profile/setting/images/set/main", "id"],
  ["profile/media/delete", "id"],
])("an id that is left out of %s is missing", async (path, field) => {
  expect(statusAndBody(await kampus.post(`/api/ru/${path}`, {}, one))).toMatchObject([
    422,
    { errors: { [field]: ["Обязательное поле"] } },
  ]);
});

it.each([
  ["sendMessage", ["chat_id", "client_id"]],
  ["readMessages/:id", ["seq"]],
  ["markUnread/:id", ["seq"]],
  ["deleteMessage/:id", ["seq"]],
])("what names a message is missing where it is left out of %s", async (path, fields) => {
  const address = `/messenger/private/${path.replace(":id", String(chatId))}`;
  const answer = await kampus.post(address, {}, { ...one, headers: { "accept-language": "ru" } });
  const required = fields.map((field) => [field, ["Обязательное поле"]]);
  expect(statusAndBody(answer)).toMatchObject([
    422,
    { errors: Object.fromEntries(required) as object },
  ]);
});

it("a reaction may be a heart as other clients write it, and an empty text takes it back", async () => {
  const { seq } = await testMessenger(kampus).say(one, chatId);
  const react = async (emoji: unknown) => {
    return (
      await dataFrom<Message>(
        kampus.post(`/messenger/private/react/${chatId}`, { seq, emoji }, other),
      )
    ).reactions.map((reaction) => reaction.emoji);
  };
  expect(await react("\u2764")).toEqual(["\u2764\uFE0F"]);
  expect(await react("\u2764\uFE0F")).toEqual(["\u2764\uFE0F"]);
  expect(await react("")).toEqual([]);
});
