import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Providers } from "#app/[locale]/providers.tsx";
import { ContactLine } from "#components/settings/contact-line.tsx";
import settings from "#data/settings.json" with { type: "json" };
import messages from "#messages/ru.json" with { type: "json" };

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  window.__KAMPUS__ = {
    rootDomain: "kampus.localhost",
    scheme: "http",
    port: "3000",
    accountDomains: ["kampus.example"],
    brand: "Kampus",
  };
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(new URL(address, "http://kampus.localhost").pathname);
    return Promise.resolve(Response.json({ data: settings.ru }));
  });
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

it.each(["ru", "uz-Cyrl"])(
  "every page loads the site settings for its locale: %s",
  async (locale) => {
    show(locale, <p>a page that shows none of them</p>);
    await vi.waitFor(() => expect(asked).toContain(`/api/${locale}/settings`));
  },
);

it("what shows them asks for nothing again", async () => {
  show(
    "ru",
    <>
      <ContactLine />
      <ContactLine />
    </>,
  );
  expect(await screen.findAllByText(settings.ru.email)).toHaveLength(2);
  expect(asked.filter((path) => path.endsWith("/settings"))).toHaveLength(1);
});
