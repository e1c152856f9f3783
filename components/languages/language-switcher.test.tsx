// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { LanguageSwitcher } from "#components/languages/language-switcher.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";

it("the menu of languages gives the focus back to its button whenever Escape closes it, at the first opening, too", async () => {
  renderWithProviders(<LanguageSwitcher />, {
    answer: () => ({ body: { data: [{ id: 2, name: "English", locale: "en" }] } }),
  });
  await userEvent.tab();
  for (const opening of ["first", "second"]) {
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("menuitem", { name: "English" }), opening).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menuitem")).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole("button")).toHaveFocus());
  }
});
