import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { describe, expect, it, vi } from "vitest";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import { ContactLine } from "#components/settings/contact-line.tsx";
import settings from "#data/settings.json" with { type: "json" };
import messages from "#messages/ru.json" with { type: "json" };

function show(changed: { email?: string; phone_number?: string }) {
  answerCalls(() => ({ body: { data: { ...settings.ru, ...changed } } }));
  const { container } = render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <ContactLine />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  return container;
}

describe("the line of contacts", () => {
  it("says where to write and to call for help", async () => {
    show({ email: "help@kampus.example", phone_number: "+998 71 200-00-00" });
    expect(await screen.findByText(messages.Layout.help)).toBeVisible();
    const links = screen.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "mailto:help@kampus.example",
      "tel:+998712000000",
    ]);
  });

  it("omits empty settings", async () => {
    show({ phone_number: "" });
    expect(await screen.findByRole("link")).toHaveAttribute("href", `mailto:${settings.ru.email}`);
  });

  it("promises no help where there is no contact", async () => {
    const container = show({ email: "", phone_number: "" });
    await vi.waitFor(() => expect(container.querySelector("footer")).toBeEmptyDOMElement());
    expect(screen.queryByText(messages.Layout.help)).not.toBeInTheDocument();
  });
});
