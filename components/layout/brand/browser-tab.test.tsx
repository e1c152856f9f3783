import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { BrowserTab } from "#components/layout/brand/browser-tab.tsx";
import { useMarkPage } from "#components/layout/use-mark-page.ts";
import { renderWithProviders } from "#components/testing/render.tsx";

function MarkedPage() {
  useMarkPage(1234);
  return <BrowserTab />;
}

it("the title of the tab shows how much waits with the groups of digits of Russian", async () => {
  document.title = "Сообщения";
  renderWithProviders(<MarkedPage />);
  await waitFor(() => expect(document.title).toBe("(1\u00a0234) Сообщения · Кампус"));
});
