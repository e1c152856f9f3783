// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { HomeScreen } from "#app/[locale]/site/(home)/home-screen.tsx";
import { emptyHome, showMemberHome } from "#components/testing/show-member-home.tsx";
import type { Home } from "#lib/home/schema.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const person = (id: number, fullname: string) => ({
  ...{ id, fullname, image: null, online: false, last_seen_at: null },
});
const [yusupova, rakhimov] = [
  person(7, "Юсупова Мадина Рустамовна"),
  person(8, "Рахимов Жасур Отабекович"),
];

let home: Home;
beforeEach(() => {
  home = { ...emptyHome, missing: ["jobs"] };
});

/** Takes the member about whom the call decides out of the page. */
function decide(call: string) {
  const isLeft = ({ id }: { id: number }) => !call.includes(`/${id}/`);
  const requests = home.requests.filter(isLeft);
  const suggestions = home.suggestions.filter(isLeft);
  home = { ...home, requests, requests_total: requests.length, suggestions };
}

const show = () =>
  showMemberHome(
    <HomeScreen visitor={null} catalogue={null} />,
    () => home,
    (call) => {
      decide(call);
      return { body: { message: "Готово", data: { status: "friends" } } };
    },
  );
const block = (name: string | RegExp) => screen.findByRole("region", { name });
const press = async (region: HTMLElement, name: string) => {
  within(region).getByRole("button", { name }).focus();
  await userEvent.keyboard("{Enter}");
};

/** The element around all blocks has the focus, so that Tab goes on to the first of them. */
async function expectFocusOnBlocks() {
  const rest = await block("Чего не хватает в профиле");
  await waitFor(() => expect(document.body).not.toHaveFocus());
  expect(document.activeElement).toContainElement(rest);
}

it("a member who answers requests by the keyboard keeps the focus in their rows, which stay", async () => {
  const created_at = "2026-11-20T10:00:00.000Z";
  const requests = [yusupova, rakhimov].map((one) => ({ ...one, created_at, ties: [] }));
  home = { ...home, requests, requests_total: 2 };
  show();
  const asking = await block(/Хотят дружить/);
  await press(asking, `Принять: ${yusupova.fullname}`);
  const [accepted, rejected] = within(asking).getAllByRole("listitem");
  if (!accepted || !rejected) throw new Error("both are shown");
  await waitFor(() => expect(within(accepted).getByRole("button")).toHaveFocus());
  await press(asking, `Отклонить: ${rakhimov.fullname}`);
  await waitFor(() => expect(home.requests).toEqual([]));
  await waitFor(() => expect(within(rejected).getByRole("button")).toHaveFocus());
  expect(within(asking).getAllByRole("listitem")).toEqual([accepted, rejected]);
});

it("a member who asks a suggested person by the keyboard keeps the focus", async () => {
  home = { ...home, suggestions: [{ ...rakhimov, status: "none", reasons: [] }] };
  show();
  const suggested = await block("Возможно, вы знакомы");
  await press(suggested, `Добавить в друзья: ${rakhimov.fullname}`);
  await waitFor(() => expect(suggested).not.toBeInTheDocument());
  await expectFocusOnBlocks();
});
