import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { ClassChatCard } from "#components/classes/class-chat-card.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Classes;
const place = { objectId: 5, key: "2014", years: { start: null, end: 2014 } };
const joined = { id: 7, joined: true, members_count: 4 };

const show = (details: Parameters<typeof ClassChatCard>[0]["details"]) =>
  renderWithProviders(<ClassChatCard place={place} details={details} group="" />, {
    member: memberSample,
    answer: () => ({ body: { message: "Готово" } }),
  });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("before a member leaves the chat of a class, its card", () => {
  it.each([
    ["says that they can come back while they are of the class", true, t.leaveQuestion],
    ["says that they cannot come back, if they are not of it", false, t.leaveOutsideQuestion],
  ])("%s", async (_title, mine, question) => {
    show({ chat: joined, mine });
    await press(t.leaveChat);
    expect(await screen.findByText(question)).toBeVisible();
  });
});
