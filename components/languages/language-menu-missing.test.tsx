// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type * as languageMenu from "#components/languages/language-menu.tsx";
import { LanguageSwitcher } from "#components/languages/language-switcher.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { noNetwork } from "#lib/testing/answer-calls.ts";

/** Whether the network fails while the menu is fetched. */
const isAway = vi.hoisted(() => ({ value: true }));

vi.mock("#components/languages/language-menu.tsx", async (importOriginal) => {
  const original = await importOriginal<typeof languageMenu>();
  return {
    ...original,
    // An import awaits a module that has `then` as a promise, so throwing here fails the import.
    get then() {
      if (isAway.value) throw new Error("The network is away");
      return undefined;
    },
  };
});

it("a visitor who asks for the languages without a network keeps what they have typed, and gets the menu once it is back", async () => {
  renderWithProviders(
    <>
      <LanguageSwitcher />
      <input aria-label="Имя" />
    </>,
    {
      answer: (call) => {
        if (call.startsWith("HEAD ")) throw noNetwork;
        return { body: { data: [{ id: 2, name: "English", locale: "en" }] } };
      },
    },
  );
  await userEvent.type(screen.getByLabelText("Имя"), "Мадина");
  await userEvent.click(screen.getByRole("button", { name: /Язык/ }));
  await waitFor(() => expect(shownToasts()).toEqual([expect.stringContaining("Нет связи")]));
  expect(screen.getByLabelText("Имя")).toHaveValue("Мадина");
  isAway.value = false;
  await userEvent.click(screen.getByRole("button", { name: /Язык/ }));
  expect(await screen.findByRole("menuitem", { name: "English" })).toBeVisible();
  expect(screen.getByLabelText("Имя")).toHaveValue("Мадина");
});
