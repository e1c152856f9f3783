import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AnnouncementBar } from "#components/announcements/announcement-bar.tsx";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import { AuthProvider } from "#lib/auth/auth-context.tsx";
import { locales } from "#lib/i18n/locales.ts";
import ru from "#messages/ru.json" with { type: "json" };

const texts = Object.fromEntries(locales.map((locale) => [locale, `Работы "ночью" \\ ${locale}`]));
const html = document.documentElement;

/** Prepares the page as `/config.js` does for a member who has not closed the announcement. */
function beginPage(): void {
  html.setAttribute("data-announcement", "");
  window.__KAMPUS__ = {
    ...{ rootDomain: "kampus.localhost", scheme: "http", port: "" },
    ...{ accountDomains: ["kampus.example"], brand: "Kampus" },
    announcement: { id: 7, texts, ends_at: new Date(Date.now() + 60_000).toISOString() },
  };
}

const bar = (locale: string) => (
  <NextIntlClientProvider locale={locale} messages={ru} timeZone="UTC">
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <AuthProvider>
          <AnnouncementBar />
        </AuthProvider>
      </MantineProvider>
    </QueryClientProvider>
  </NextIntlClientProvider>
);

beforeEach(() => {
  document.cookie = "token=secret";
  answerCalls(() => new Promise<never>(() => undefined));
});
afterEach(() => {
  html.removeAttribute("data-announcement");
  for (const name of ["token", "announcement_closed"])
    document.cookie = `${name}=; max-age=0; path=/`;
  delete window.__KAMPUS__;
});

describe("an announcement", () => {
  it.each(locales)("is read by a member in %s", (locale) => {
    beginPage();
    expect(renderToString(bar(locale))).toMatch(/data-waiting/);
    render(bar(locale));
    expect(screen.getByRole("complementary", { name: ru.Layout.announcement })).toHaveTextContent(
      texts[locale] ?? "",
    );
  });

  it("that a member has closed stays hidden, and this browser remembers it", async () => {
    beginPage();
    render(bar("ru"));
    await userEvent.click(screen.getByRole("button", { name: ru.Layout.closeAnnouncement }));
    expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
    expect(html).not.toHaveAttribute("data-announcement");
    expect(document.cookie).toContain("announcement_closed=7");
  });

  it("that is closed passes the focus on to the page, as the pressed button goes", async () => {
    beginPage();
    render(
      <>
        {bar("ru")}
        <main id="main" tabIndex={-1} />
      </>,
    );
    screen.getByRole("button", { name: ru.Layout.closeAnnouncement }).focus();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("main")).toHaveFocus();
  });

  it("is not shown where the page began without it: to visitors, and to a member who has closed it", () => {
    beginPage();
    html.removeAttribute("data-announcement");
    render(bar("ru"));
    expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
  });

  it("disappears when its time ends on an open page", () => {
    vi.useFakeTimers();
    try {
      beginPage();
      render(bar("ru"));
      expect(screen.getByRole("complementary")).toBeVisible();
      act(() => void vi.advanceTimersByTime(60_000));
      expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });
});
