import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ClassChatCard } from "#components/classes/class-chat-card.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Classes;
const place = { objectId: 5, key: "2014", years: { start: null, end: 2014 } };
const joined = { id: 7, joined: true, members_count: 4 };

/** Returns the calls that it makes. */
function show(details: Parameters<typeof ClassChatCard>[0]["details"], group = "") {
  const calls: string[] = [];
  renderWithProviders(<ClassChatCard place={place} details={details} group={group} />, {
    member: memberSample,
    answer: (call) => {
      calls.push(call);
      return { body: { message: "Готово" } };
    },
  });
  return calls;
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("before a member leaves the chat of a class, its card", () => {
  it.each([
    ["says that they can come back while they are of the class", true, t.leaveQuestion],
    ["says that they cannot come back, if they are not of it", false, t.leaveOutsideQuestion],
  ])("%s", async (_title, mine, question) => {
    show({ chat: joined, groups: [], mine });
    await press(t.leaveChat);
    expect(await screen.findByText(question)).toBeVisible();
  });
});

describe("the card of a chosen study group", () => {
  const group = "11-Б";
  const title = t.groupChat.replace("{group}", group);
  const groups = [{ name: group, total: 3, chat: { ...joined, id: 9 } }];

  it("shows the chat of the group, however the address spells it, which its members leave by one button", async () => {
    const calls = show({ chat: joined, groups, mine: true }, "11 б");
    expect(screen.getByRole("heading", { name: title })).toBeVisible();
    await press(t.leaveChat);
    await press(messages.Site.ok);
    await vi.waitFor(() => expect(calls).toContain("POST /messenger/group/leave/9"));
    await vi.waitFor(() => expect(shownToasts()).toEqual([`${title}: ${t.chatLeft}`]));
  });

  it("offers to join the chat of the group to whoever is in that of the class alone", async () => {
    const others = [{ name: group, total: 3, chat: { ...joined, joined: false } }];
    show({ chat: joined, groups: others, mine: true }, group);
    expect(await screen.findByRole("button", { name: t.joinChat })).toBeVisible();
    expect(screen.queryByRole("button", { name: t.leaveChat })).toBeNull();
  });

  it("is that of the class, where the class has no such group", async () => {
    show({ chat: joined, groups, mine: true }, "11-В");
    expect(await screen.findByRole("heading", { name: t.chat })).toBeVisible();
  });
});

it.each([
  ["a member by the given name", "Юсупова Мадина Рустамовна", /^Мадина, /],
  ["a deleted member as that", messages.Site.deletedMember, /^Удалённый участник, /],
])("the card names, as the author of the last message, %s", async (_, fullname, beginning) => {
  const author = { id: 7, fullname, image: null, online: false, last_seen_at: null };
  const said = { text: "Кто придёт?", attachments: [], deleted: false };
  const last_message = { ...said, author, created_at: "2026-11-20T10:00:00.000Z" };
  show({ chat: { ...joined, last_message }, groups: [], mine: true });
  const words = await screen.findByText("Кто придёт?");
  expect(words.previousElementSibling?.textContent).toMatch(beginning);
});
