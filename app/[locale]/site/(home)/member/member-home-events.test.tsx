// @vitest-environment jsdom
import { onlineManager } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { HomeScreen } from "#app/[locale]/site/(home)/home-screen.tsx";
import { shownToasts } from "#components/testing/render.tsx";
import { emptyHome, showMemberHome } from "#components/testing/show-member-home.tsx";
import type { Home } from "#lib/home/schema.ts";
import { type AnswerCall, noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const home: Home = {
  ...emptyHome,
  coming: [
    {
      ...{ kind: "event", id: 12, title: "Встреча", place: "", news: null, my_answer: null },
      ...{ start: "2026-12-12T13:00:00.000Z", time_zone: "Asia/Tashkent", going: 1 },
      ...{ object: { id: 5, name: "Школа № 110" }, key: "2014" },
    },
  ],
};

/** The home page after the member has answered the event. */
const withAnswer = (going: number): Home => {
  const coming = home.coming.map((each) => ({ ...each, my_answer: "going" as const, going }));
  return { ...home, coming };
};

/**
 * Shows the home page with one event; `answer` takes what the member writes, and `load` answers with the page. Returns the
 * block of what is coming.
 */
async function showComing(answer: AnswerCall, load: () => Home | Promise<Home> = () => home) {
  showMemberHome(<HomeScreen visitor={null} catalogue={null} />, load, answer);
  return within(await screen.findByRole("region", { name: "Скоро" }));
}
const come = "Приду: Встреча";

it("a member says in place that they come to an event, and finds the way to all events of its class", async () => {
  const { promise, resolve } = Promise.withResolvers();
  const write = vi.fn<AnswerCall>(async () => {
    await promise;
    const data = { my_answer: "going", answers: { going: 3 } };
    return { body: { message: "Сохранено", data } };
  });
  const coming = await showComing(write);
  expect(coming.getByRole("link", { name: "Все события" })).toHaveAttribute(
    "href",
    "http://profile.kampus.localhost/ru/objects/5/classes/2014",
  );
  await userEvent.click(coming.getByRole("button", { name: come }));
  expect(await coming.findByRole("button", { name: come, pressed: true })).toBeVisible();
  expect(coming.getByText(/· 2 придут$/)).toBeVisible();
  resolve(undefined);
  expect(await coming.findByText(/· 3 придут$/)).toBeVisible();
  expect(write).toHaveBeenCalledExactlyOnceWith("POST /events/12/answer", { answer: "going" });
});

it("a member whose answer the server refuses is told why, and counts as coming no more", async () => {
  const coming = await showComing(() => refusal("conflict", "Это событие отменено"));
  await userEvent.click(coming.getByRole("button", { name: come }));
  await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Это событие отменено"]));
  expect(await coming.findByRole("button", { name: come, pressed: false })).toBeVisible();
  expect(coming.getByText(/· 1 придёт$/)).toBeVisible();
});

it("a member whose answer does not reach the server counts as coming no more, and can answer again", async () => {
  let isOffline = false;
  const write = vi.fn<AnswerCall>(() => Promise.reject(noNetwork));
  const coming = await showComing(write, () =>
    isOffline ? Promise.reject(noNetwork) : Promise.resolve(home),
  );
  isOffline = true;
  await userEvent.click(coming.getByRole("button", { name: come }));
  await waitFor(() => expect(shownToasts()).toHaveLength(1));
  expect(await coming.findByRole("button", { name: come, pressed: false })).toBeVisible();
  expect(coming.getByText(/· 1 придёт$/)).toBeVisible();
  await userEvent.click(coming.getByRole("button", { name: come }));
  expect(write).toHaveBeenCalledTimes(2);
});

it("an open page is refreshed by events without being visited again, and a hidden one is visited when it is shown", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get");
  const load = vi.fn<(call: string) => Home>(() => home);
  showMemberHome(<HomeScreen visitor={null} catalogue={null} />, load, () => ({ body: {} }));
  await screen.findByRole("region", { name: "Скоро" });
  await receiveEvent("resync", {});
  await waitFor(() => expect(load.mock.calls).toEqual([["GET /home"], ["GET /home?refresh=1"]]));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  visibility.mockReturnValue("hidden");
  await receiveEvent("resync", {});
  await act(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
  visibility.mockReturnValue("visible");
  fireEvent(document, new Event("visibilitychange", { bubbles: true }));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(3));
  expect(load).toHaveBeenLastCalledWith("GET /home");
});

it("an open page whose network comes back is refreshed without being visited again", async () => {
  const load = vi.fn<(call: string) => Home>(() => home);
  showMemberHome(<HomeScreen visitor={null} catalogue={null} />, load, () => ({ body: {} }));
  await screen.findByRole("region", { name: "Скоро" });
  for (const isOnline of [false, true]) act(() => onlineManager.setOnline(isOnline));
  await waitFor(() => expect(load.mock.calls).toEqual([["GET /home"], ["GET /home?refresh=1"]]));
});

it("a visit that an event of the socket cuts short is asked for as a visit again", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get");
  const { promise, resolve } = Promise.withResolvers<Home>();
  const load = vi.fn<(call: string) => Home | Promise<Home>>(() => home);
  showMemberHome(<HomeScreen visitor={null} catalogue={null} />, load, () => ({ body: {} }));
  await screen.findByRole("region", { name: "Скоро" });
  load.mockReturnValueOnce(promise);
  for (const state of ["hidden", "visible"] as const) {
    visibility.mockReturnValue(state);
    fireEvent(document, new Event("visibilitychange", { bubbles: true }));
  }
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await receiveEvent("resync", {});
  await waitFor(() => expect(load).toHaveBeenCalledTimes(3));
  expect(load).toHaveBeenLastCalledWith("GET /home");
  resolve(home);
});

it("an open page is refreshed when the next day begins, so that no birthday of yesterday is said to be today", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 28, 23, 59, 50) });
  const load = vi.fn<(call: string) => Home>(() => home);
  showMemberHome(<HomeScreen visitor={null} catalogue={null} />, load, () => ({ body: {} }));
  await screen.findByRole("region", { name: "Скоро" });
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  await waitFor(() => expect(load.mock.calls).toEqual([["GET /home"], ["GET /home?refresh=1"]]));
  vi.useRealTimers();
});

describe("while the home page is being fetched anew", () => {
  /** The answer to the second request for the page. */
  let second: PromiseWithResolvers<Home>;
  let later: Home;
  let asked: number;
  const load = () => {
    asked += 1;
    if (asked === 1) return home;
    return asked === 2 ? second.promise : later;
  };
  const refetch = async () => {
    await receiveEvent("resync", {});
    await waitFor(() => expect(asked).toBe(2));
  };
  beforeEach(() => {
    second = Promise.withResolvers();
    later = withAnswer(3);
    asked = 0;
  });

  it("the answer of a member stays shown although the page was requested before it", async () => {
    const { promise, resolve } = Promise.withResolvers();
    const coming = await showComing(async () => {
      await promise;
      const data = { my_answer: "going", answers: { going: 3 } };
      return { body: { message: "Сохранено", data } };
    }, load);
    await refetch();
    await userEvent.click(coming.getByRole("button", { name: come }));
    second.resolve({ ...home, missing: ["jobs"] });
    await screen.findByRole("region", { name: "Чего не хватает в профиле" });
    expect(coming.getByRole("button", { name: come, pressed: true })).toBeVisible();
    resolve(undefined);
    expect(await coming.findByText(/· 3 придут$/)).toBeVisible();
  });

  it("a member who answers gets the news of that page nevertheless", async () => {
    later = { ...later, missing: ["jobs"] };
    const data = { my_answer: "going", answers: { going: 3 } };
    const coming = await showComing(() => ({ body: { message: "Сохранено", data } }), load);
    await refetch();
    await userEvent.click(coming.getByRole("button", { name: come }));
    expect(await screen.findByRole("region", { name: "Чего не хватает в профиле" })).toBeVisible();
    expect(coming.getByText(/· 3 придут$/)).toBeVisible();
    expect(coming.getByRole("button", { name: come, pressed: true })).toBeVisible();
  });
});
