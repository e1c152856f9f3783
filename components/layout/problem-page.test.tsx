import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ProblemPageInPlace, ProblemPageProvider } from "#components/layout/problem-page.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import messages from "#messages/ru.json" with { type: "json" };

it("a page that failed to render is announced and is still the main part of the document", () => {
  renderWithProviders(
    <ProblemPageProvider>
      <ProblemPageInPlace reset={() => undefined} />
    </ProblemPageProvider>,
  );
  const main = screen.getByRole("main");
  expect(main).toHaveAttribute("id", "main"); // where the link past the header leads
  expect(within(main).getByRole("alert")).toHaveTextContent(messages.Problem.title);
});
