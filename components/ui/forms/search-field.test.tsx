import { MantineProvider } from "@mantine/core";
import { act, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { SearchField } from "#components/ui/forms/search-field.tsx";
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
