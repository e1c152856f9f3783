// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { MemberScreen } from "#app/[locale]/profile/users/%5F/member-screen.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
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
/** What the server knows; "GET /user/7" and the like, below /api/ru. */
let answers: Record<string, Answer>;
const empty: Answer = { body: { data: [], meta: { next: null } } };
const asked: string[] = [];

function showMember(id: number) {
  window.history.replaceState(null, "", `/ru/users/${id}`);
  renderWithProviders(
    <MemberProvider member={memberSample}>
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

/** From here on as after a block. */
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

it("asks for nothing more of a member whom there is not", async () => {
  answers["GET /user/99999"] = missing;
  answers["POST /profile/friends/friendship/99999/status"] = missing;
  showMember(99_999);
  expect(await heading(messages.Profile.notFoundTitle)).toBeVisible();
  expect(asked).toEqual(["GET /user/99999", "POST /profile/friends/friendship/99999/status"]);
});

it("counts only what the member has, and tells a job of the past as past, in no city of now", async () => {
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

it("leads one's own address to one's own page, and shows nobody as a stranger to themselves", () => {
  const steps = window.history.length;
  showMember(memberSample.id);
  expect(window.location.pathname).toBe("/ru");
  expect(window.history.length).toBe(steps);
  expect(asked).toEqual([]);
});

it("says of whom one has blocked that it was so, by the name in the list, and lets them go", async () => {
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

it("blocks only who was asked about, and shows it at once", async () => {
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

it("shows the page again when the member could not be blocked, and says why", async () => {
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
