// @vitest-environment jsdom
import { screen, waitForElementToBeRemoved } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { FriendsPreview } from "#components/friends/friends-preview.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import { requestFrom } from "#lib/testing/friend-samples.ts";

const friends = Array.from({ length: 14 }, (_, index) =>
  requestFrom(index + 10, `Ким${index} Ольга Сергеевна`),
);
const answer = (data: unknown) => () => Promise.resolve({ body: { data, meta: { next: null } } });

const show = (memberId: number | null, answerTo: AnswerCall) =>
  renderWithProviders(<FriendsPreview memberId={memberId} />, {
    answer: answerTo,
    member: memberSample,
  });

describe("the section of friends on a profile", () => {
  it("renders nothing for a member who has no friends, or hides them", async () => {
    show(7, answer([]));
    await waitForElementToBeRemoved(screen.queryByRole("region"));
  });

  it("shows the first friends of another member, and all of them on request", async () => {
    show(7, (call) =>
      call === "GET /user/7/profile/friends" ? answer(friends)() : Promise.reject(new Error(call)),
    );
    expect(await screen.findAllByRole("link")).toHaveLength(12);
    await userEvent.click(screen.getByRole("button", { name: "Показать ещё" }));
    expect(screen.getAllByRole("link")).toHaveLength(14);
    expect(screen.queryByRole("button", { name: "Показать ещё" })).not.toBeInTheDocument();
  });

  it("invites to find people on the own page without friends", async () => {
    show(null, answer([]));
    expect(await screen.findByRole("link", { name: "Найти людей" })).toBeVisible();
  });
});
