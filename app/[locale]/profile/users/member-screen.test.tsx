// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MemberScreen } from "#app/[locale]/profile/users/%5F/member-screen.tsx";
import { BrowserTab } from "#components/layout/brand/browser-tab.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { requestFrom } from "#lib/testing/friend-samples.ts";
import { mediaSample } from "#lib/testing/media-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const name = "Юсупова Мадина Рустамовна";
const person = { id: 7, fullname: name, image: null, online: false, last_seen_at: null };
const statistics = { friends: 0, images: 0, media: 0, educations: 0, jobs: 0, profile_views: 0 };
const profile = { ...person, statistics, status: "none", can_write: true };
const missing = { status: 404, body: { message: "Нет", code: "not_found" } };

interface Answer {
  status?: number;
  body: unknown;
}
/** Answers by call, such as "GET /user/7", below /api/ru. */
let answers: Record<string, Answer>;
const empty: Answer = { body: { data: [], meta: { next: null } } };
const asked: string[] = [];

function showMember(id: number) {
  window.history.replaceState(null, "", `/ru/users/${id}`);
  renderWithProviders(
    <MemberProvider member={memberSample}>
      <BrowserTab />
      <MemberScreen />
    </MemberProvider>,
    {
      answer: (call) => {
        asked.push(call);
        return answers[call] ?? empty;
      },
    },
  );
}

const heading = (text: string) => screen.findByRole("heading", { name: text, level: 1 });
const openMenu = async () =>
  userEvent.click(await screen.findByRole("button", { name: `Действия: ${name}` }));

/** Changes the answers to those after a block. */
function becomeBlocked() {
  answers["GET /user/7"] = missing;
  answers["POST /profile/friends/friendship/7/status"] = {
    body: { message: "Готово", data: { status: "blocked" } },
  };
}

beforeEach(() => {
  asked.length = 0;
  answers = { "GET /user/7": { body: { data: profile } } };
});

describe("the page of another member", () => {
  it("names the tab after the member", async () => {
    document.title = "Страница участника";
    showMember(7);
    await waitFor(() => expect(document.title).toBe(`${name} · Кампус`));
  });

  it("requests nothing more of a member who does not exist", async () => {
    answers["GET /user/99999"] = missing;
    answers["POST /profile/friends/friendship/99999/status"] = missing;
    showMember(99_999);
    expect(await heading(messages.Profile.notFoundTitle)).toBeVisible();
    expect(asked).toEqual(["GET /user/99999", "POST /profile/friends/friendship/99999/status"]);
  });

  it("counts only sections with content, and shows a past job as past, without a city of residence", async () => {
    answers["GET /user/7"] = {
      body: { data: { ...profile, statistics: { ...statistics, friends: 2 } } },
    };
    const named = (text: string) => ({ id: 1, name: text });
    answers["GET /user/7/profile/jobs"] = {
      body: {
        data: [
          {
            id: 1,
            sphere: named("ИТ"),
            position: named("Инженер"),
            region: named("Самарканд"),
            company: "Узбектелеком",
            start: 2015,
            end: 2018,
          },
        ],
      },
    };
    showMember(7);
    const counters = await screen.findByRole("list", { name: messages.Profile.counters });
    expect(counters).toHaveTextContent(/^2 друга$/);
    expect(screen.getByText("работал(а): Инженер, 2015–2018")).toBeVisible();
  });

  it("shows what connects the two: where they studied together and when, and their mutual friends", async () => {
    const ties = [
      { kind: "classmate", object: { id: 5, name: "Школа № 110" }, start: 2004, end: 2014 },
      {
        kind: "mutual_friends",
        count: 2,
        friends: [
          { ...person, id: 8, fullname: "Олимов Шерзод Носирович" },
          { ...person, id: 9, fullname: "Ким Ольга Сергеевна" },
        ],
      },
    ];
    answers["GET /user/7"] = { body: { data: { ...profile, ties } } };
    showMember(7);
    expect(await heading(name)).toBeVisible();
    expect(screen.getByText("Учились вместе, 2004–2014: Школа № 110")).toBeVisible();
    expect(screen.getByText("2 общих друга")).toBeVisible();
    expect(screen.getByText(": Олимов Шерзод Носирович, Ким Ольга Сергеевна")).toBeVisible();
  });

  it("has the friends of the member above their files", async () => {
    const listed = (data: unknown[]) => ({ body: { data, meta: { next: null } } });
    answers["GET /user/7/profile/friends"] = listed([requestFrom(8, "Олимов Шерзод Носирович")]);
    answers["GET /user/7/profile/media"] = listed([mediaSample]);
    showMember(7);
    expect(await screen.findByRole("link", { name: /Олимов Шерзод/ })).toBeVisible();
    expect(screen.getByTitle(mediaSample.name)).toBeVisible();
    const titles = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
    const [friends, files] = [messages.Friends.title, messages.Media.title];
    expect(titles.filter((title) => [friends, files].includes(title))).toEqual([friends, files]);
  });

  it("redirects the member's own address to their own page", () => {
    const steps = window.history.length;
    showMember(memberSample.id);
    expect(window.location.pathname).toBe("/ru");
    expect(window.history.length).toBe(steps);
    expect(asked).toEqual([]);
  });

  it("shows the name of a blocked member from the list, and unblocks them", async () => {
    becomeBlocked();
    answers["GET /profile/blocks"] = {
      body: {
        data: [{ id: 7, person, created_at: "2026-11-20T12:00:00.000Z" }],
        meta: { next: null },
      },
    };
    showMember(7);
    expect(await heading(`Вы заблокировали: ${name}`)).toBeVisible();
    answers["DELETE /profile/blocks/7"] = {
      body: { message: "Разблокирован", data: { status: "none" } },
    };
    answers["GET /user/7"] = { body: { data: profile } };
    await userEvent.click(screen.getByRole("button", { name: "Разблокировать" }));
    const shown = await heading(name);
    expect(shown).toBeVisible();
    await vi.waitFor(() => expect(document.body).not.toHaveFocus());
    expect(document.activeElement).toContainElement(shown);
  });

  it("blocks only after a confirmation, and shows it at once", async () => {
    showMember(7);
    await openMenu();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Заблокировать" }));
    await userEvent.click(await screen.findByRole("button", { name: "Отмена" }));
    expect(asked.some((call) => call.startsWith("POST /profile/blocks"))).toBe(false);

    answers["POST /profile/blocks/7"] = {
      body: { message: "Заблокирован", data: { status: "blocked" } },
    };
    becomeBlocked();
    await openMenu();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Заблокировать" }));
    await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
    expect(await heading(`Вы заблокировали: ${name}`)).toBeVisible();
    expect(await screen.findByRole("button", { name: "Разблокировать" })).toBeEnabled();
    expect(asked).toContain("POST /profile/blocks/7");
  });

  it("shows the page again when the member could not be blocked, and shows why", async () => {
    answers["POST /profile/blocks/7"] = {
      status: 503,
      body: { message: "Не сейчас", code: "unavailable" },
    };
    showMember(7);
    await openMenu();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Заблокировать" }));
    await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
    await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Не сейчас"]));
    expect(await heading(name)).toBeVisible();
  });
});
