import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useQuery } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { ClassChatCard } from "#components/classes/class-chat-card.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { classQuery } from "#lib/classes/queries.ts";
import type { ClassDetails } from "#lib/classes/schema.ts";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
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

describe("where the class is then fetched on a network that hangs, its card", () => {
  const details: ClassDetails = {
    object: { id: 5, name: "Школа № 5" },
    ...{ key: place.key, ...place.years, total: 1, friends: 0, groups: [] },
    ...{ chat: { ...joined, unread: 2, last_message: null }, mine: true, next_event: null },
  };
  function FetchedCard() {
    const { data } = useQuery(classQuery("ru", place));
    return data && <ClassChatCard place={place} details={data} group="" />;
  }
  const showFetched = (answer: AnswerCall) => {
    let fetches = 0;
    renderWithProviders(<FetchedCard />, {
      surface: "chat",
      member: memberSample,
      answer: (call) => {
        if (!call.startsWith("GET")) return answer(call);
        fetches += 1;
        return fetches === 1 ? { body: { data: details } } : new Promise(() => {});
      },
    });
  };

  it("leads to the chat as soon as the server has made or opened it", async () => {
    showFetched(() => ({ body: { data: { id: 7 } } }));
    await press(t.openChat);
    await vi.waitFor(() => expect(window.location.pathname).toBe("/ru/group/7"));
  });

  it("offers to join the chat again as soon as the member has left it", async () => {
    showFetched(() => ({ body: { message: "Готово" } }));
    await press(t.leaveChat);
    await press(messages.Site.ok);
    expect(await screen.findByRole("button", { name: t.joinChat })).toBeVisible();
    expect(screen.queryByRole("button", { name: t.leaveChat })).toBeNull();
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
