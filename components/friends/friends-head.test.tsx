import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { FriendsHead } from "#components/friends/friends-head.tsx";
import { FriendsList } from "#components/friends/friends-list.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { type AnswerCall, refusal } from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

const countsCall = "GET /profile/friends/counts";
const listCall = "GET /profile/friends/active";
const retryCounts = "Повторить: сколько друзей и заявок";
let away: Set<string>;
let asked: string[];
const server: AnswerCall = (call) => {
  asked.push(call);
  if (away.has(call)) return refusal("unavailable", "Попробуйте позже");
  if (call === countsCall) return { body: { data: { friends: 25, incoming: 2, outgoing: 0 } } };
  return { body: { data: [], meta: { next: null } } };
};

const show = () =>
  renderWithProviders(
    <>
      <FriendsHead current="friends" />
      <FriendsList box="friends" />
    </>,
    { answer: server, member: memberSample },
  );
const tab = (name: RegExp) => screen.findByRole("link", { name });

beforeEach(() => {
  away = new Set();
  asked = [];
});

it("the tabs say that their counts are missing, and ask for these again", async () => {
  away.add(countsCall);
  show();
  const retry = await screen.findByRole("button", { name: retryCounts });
  expect(await tab(/^Друзья\s*$/)).toBeVisible();
  await userEvent.click(retry);
  await waitFor(() =>
    expect(asked.filter((call) => call === countsCall).length).toBeGreaterThan(1),
  );
  expect(retry).toHaveFocus();
  away.clear();
  await userEvent.click(retry);
  expect(await tab(/^Друзья 25$/)).toHaveFocus();
  expect(screen.queryByText(/Не удалось загрузить/)).not.toBeInTheDocument();
});

it("a list that is tried again asks for the missing counts too", async () => {
  away.add(countsCall).add(listCall);
  show();
  const retry = await screen.findByRole("button", { name: "Повторить" });
  await screen.findByRole("button", { name: retryCounts });
  away.clear();
  await userEvent.click(retry);
  expect(await tab(/^Друзья 25$/)).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Попробуйте позже")).not.toBeInTheDocument());
});

it("a list that is tried again leaves the counts alone that are there", async () => {
  away.add(listCall);
  show();
  expect(await tab(/^Друзья 25$/)).toBeVisible();
  const retry = await screen.findByRole("button", { name: "Повторить" });
  away.clear();
  await userEvent.click(retry);
  await waitFor(() => expect(screen.queryByText("Попробуйте позже")).not.toBeInTheDocument());
  expect(asked.filter((call) => call === countsCall)).toHaveLength(1);
});
