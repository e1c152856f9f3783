// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { HomeScreen } from "#app/[locale]/site/(home)/home-screen.tsx";
import { shownToasts } from "#components/testing/render.tsx";
import { emptyHome, showMemberHome } from "#components/testing/show-member-home.tsx";
import type { Home } from "#lib/home/schema.ts";
import { type AnswerCall, noNetwork, refusal } from "#lib/testing/answer-calls.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const names = ["Юсупова Мадина Рустамовна", "Рахимов Жасур Отабекович", "Олимов Шерзод Каримович"];

/** The page as the server has it; null while the server cannot be reached. */
let home: Home | null;

/** Shows a home page on which these members ask for a friendship. Returns the block of the requests. */
async function showRequestsOf(asking: readonly string[], decide: AnswerCall): Promise<HTMLElement> {
  const requests = asking.map((fullname, index) => ({
    ...{ id: 7 + index, fullname, image: null, online: false, last_seen_at: null },
    ...{ created_at: "2026-11-20T10:00:00.000Z", ties: [] },
  }));
  home = { ...emptyHome, requests, requests_total: requests.length, missing: ["jobs"] };
  const load = () => home ?? Promise.reject(noNetwork);
  showMemberHome(<HomeScreen visitor={null} catalogue={null} />, load, decide);
  return screen.findByRole("region", { name: /Хотят дружить/ });
}

/** Takes the request that the call decides about out of the page, whether it was accepted or rejected. */
function withdraw(call: string): void {
  const requests = home?.requests.filter(({ id }) => !call.includes(`/${id}/`)) ?? [];
  home = home && { ...home, requests, requests_total: requests.length };
}

beforeEach(() => {
  home = null;
});

it("a member answers three requests in any order, and their rows stay in theirs", async () => {
  const asking = await showRequestsOf(names, (call) => {
    withdraw(call);
    return { body: { message: "Готово", data: { status: "friends" } } };
  });
  const rows = within(asking).getAllByRole("listitem");
  for (const index of [1, 0, 2]) {
    const name = { name: `Принять: ${names[index]}` };
    await userEvent.click(within(asking).getByRole("button", name));
    await within(asking).findByRole("button", { name: `В друзьях: ${names[index]}` });
    expect(within(asking).getAllByRole("listitem")).toEqual(rows);
  }
  await waitFor(() => expect(home?.requests).toEqual([]));
  await waitFor(() =>
    expect(within(asking).getByRole("heading")).toHaveTextContent(/^Хотят дружить$/),
  );
  expect(within(asking).getAllByRole("listitem")).toEqual(rows);
});

it.each(["Принять", "Отклонить"])(
  "a request that was withdrawn before the member pressed %s leaves the page with the refusal",
  async (decision) => {
    const asking = await showRequestsOf(names, (call) => {
      withdraw(call);
      return refusal("not_found", "Этой заявки больше нет");
    });
    const pressed = { name: `${decision}: ${names[1]}` };
    await userEvent.click(within(asking).getByRole("button", pressed));
    await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Этой заявки больше нет"]));
    await waitFor(() => expect(within(asking).getAllByRole("listitem")).toHaveLength(2));
    expect(within(asking).queryByRole("button", pressed)).toBeNull();
    expect(within(asking).getByRole("heading")).toHaveTextContent(/^Хотят дружить 2$/);
    expect(document.body).not.toHaveFocus();
  },
);

it("a request whose answer does not reach the server stays, to be answered, and is counted again", async () => {
  const asking = await showRequestsOf(names.slice(0, 2), () => {
    home = null;
    return Promise.reject(noNetwork);
  });
  const accept = { name: `Принять: ${names[0]}` };
  await userEvent.click(within(asking).getByRole("button", accept));
  await waitFor(() => expect(shownToasts()).toHaveLength(1));
  expect(await within(asking).findByRole("button", accept)).toBeVisible();
  expect(within(asking).getAllByRole("listitem")).toHaveLength(2);
  expect(within(asking).getByRole("heading")).toHaveTextContent(/^Хотят дружить 2$/);
});
