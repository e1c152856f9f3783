import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Providers } from "#app/[locale]/providers.tsx";
import { answerCalls, type SentRequest } from "#lib/testing/answer-calls.ts";
import { ContactLine } from "#components/settings/contact-line.tsx";
import settings from "#data/settings.json" with { type: "json" };
import messages from "#messages/ru.json" with { type: "json" };

let asked: SentRequest[];

beforeEach(() => {
  window.__KAMPUS__ = {
    rootDomain: "kampus.localhost",
    scheme: "http",
    port: "3000",
    accountDomains: ["kampus.example"],
    brand: "Kampus",
  };
  asked = answerCalls(() => ({ body: { data: settings.ru } }));
});
afterEach(() => {
  delete window.__KAMPUS__;
});

const show = (locale: string, children: ReactNode) =>
  render(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      <Providers>{children}</Providers>
    </NextIntlClientProvider>,
  );

it.each([
  ["ru", "GET /settings"],
  ["uz-Cyrl", "GET /api/uz-Cyrl/settings"],
])("every page loads the site settings for its locale: %s", async (locale, request) => {
  show(locale, <p>a page that shows none of them</p>);
  await vi.waitFor(() => expect(asked.map(({ call }) => call)).toContain(request));
});

it("components that show the settings request nothing again", async () => {
  show(
    "ru",
    <>
      <ContactLine />
      <ContactLine />
    </>,
  );
  expect(await screen.findAllByText(settings.ru.email)).toHaveLength(2);
  expect(asked.filter(({ call }) => call.endsWith("/settings"))).toHaveLength(1);
});
