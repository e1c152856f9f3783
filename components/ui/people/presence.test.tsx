// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { PresenceText } from "#components/ui/people/presence-text.tsx";
import { livePresence } from "#lib/members/live-presence.ts";
import messages from "#messages/ru.json" with { type: "json" };

beforeEach(() => livePresence.forget());
afterEach(() => vi.useRealTimers());

const madina = {
  id: 7,
  fullname: "Юсупова Мадина Рустамовна",
  image: null,
  online: false,
  last_seen_at: null,
  requestedAt: 1000,
};

const show = (person: Parameters<typeof PersonAvatar>[0]["person"] = madina, line = true) =>
  render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <PersonAvatar person={person} size={48} />
      {line && (
        <p>
          <PresenceText person={madina} />
        </p>
      )}
    </NextIntlClientProvider>,
  );
const dot = () => screen.queryByRole("img", { name: "в сети" });

it("a row shows that its member has come online, and that they have gone offline", () => {
  show();
  expect(dot()).not.toBeInTheDocument();
  act(() => livePresence.receive(7, { online: true, last_seen_at: null }));
  expect(dot()).toBeVisible();
  expect(screen.getByRole("paragraph")).toHaveTextContent("в сети");
  act(() => livePresence.receive(7, { online: false, last_seen_at: "2020-11-20T12:00:00.000Z" }));
  expect(dot()).not.toBeInTheDocument();
  expect(screen.getByRole("paragraph")).toHaveTextContent("был(а) 20.11.2020");
});

it.each([
  ["midnight passes", () => vi.advanceTimersToNextTimer()],
  ["the page is looked at again on the next day", lookAgainTomorrow],
])("a row says that its member was online yesterday once %s", (_how, pass) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 23, 50) });
  livePresence.receive(7, { online: false, last_seen_at: new Date().toISOString() });
  show();
  expect(screen.getByRole("paragraph")).toHaveTextContent("был(а) сегодня в 23:50");
  act(() => {
    pass();
  });
  expect(screen.getByRole("paragraph")).toHaveTextContent("был(а) вчера в 23:50");
});

/** As on a machine that has slept, whose timers are late. */
function lookAgainTomorrow() {
  vi.setSystemTime(new Date(2026, 10, 29, 8));
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

it("an answer that was requested after an event replaces what the event said", () => {
  livePresence.receive(7, { online: true, last_seen_at: null }, 2000);
  show({ ...madina, requestedAt: 2001 }, false);
  expect(dot()).not.toBeInTheDocument();
});

it("a group with the id of an online member is not shown as online", () => {
  livePresence.receive(7, { online: true, last_seen_at: null });
  show({ id: 7, fullname: "Группа 101", image: null }, false);
  expect(dot()).not.toBeInTheDocument();
});
