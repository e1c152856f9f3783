import { MantineProvider } from "@mantine/core";
import { act, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { renderWithProviders } from "#components/testing/render.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import messages from "#messages/ru.json" with { type: "json" };

it("a search field keeps the words that a member typed before the page was hydrated", async () => {
  const onChange = vi.fn();
  const field = (
    <NextIntlClientProvider locale="ru" messages={messages}>
      <MantineProvider>
        <SearchField label="Поиск" value="" onChange={onChange} />
      </MantineProvider>
    </NextIntlClientProvider>
  );
  const page = document.createElement("div");
  page.innerHTML = renderToString(field);
  document.body.append(page);
  screen.getByRole<HTMLInputElement>("searchbox").value = "билет";
  const root = await act(async () => Promise.resolve(hydrateRoot(page, field)));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("билет");
  act(() => root.unmount());
  page.remove();
});

it("a dialog that members open to search gives the focus to the search field, not to its cross", () => {
  vi.useFakeTimers();
  renderWithProviders(
    <Modal opened title="Переслать" onClose={() => undefined}>
      <SearchField label="Поиск" value="" focused onChange={() => undefined} />
    </Modal>,
  );
  act(() => {
    vi.runAllTimers(); // the dialog gives the focus a moment after it has opened
  });
  expect(screen.getByRole("searchbox")).toHaveFocus();
  vi.useRealTimers();
});
