import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BackToInstitutions } from "#components/institutions/institution-head.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import messages from "#messages/ru.json" with { type: "json" };

it.each([
  ["a visitor", true, "http://site.kampus.localhost/ru"],
  ["a member", false, "http://site.kampus.localhost/ru#catalogue"],
])("%s goes from an institution back to all of them", (_who, visitor, address) => {
  renderWithProviders(<BackToInstitutions visitor={visitor} />);
  const link = screen.getByRole("link", { name: messages.People.backToInstitutions });
  expect(link).toHaveAttribute("href", address);
});
