import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BackToInstitutions, InstitutionHead } from "#components/institutions/institution-head.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import messages from "#messages/ru.json" with { type: "json" };

it("the sign of an institution is drawn from its name, in colours that all of its kind have", () => {
  const [university, school] = [
    { id: 1, name: "Университет" },
    { id: 2, name: "Школа" },
  ];
  const shown = [
    { id: 5, name: "Бухарский университет", establishment: university },
    { id: 6, name: "Институт востоковедения", establishment: university },
    { id: 6, name: "Школа № 110", establishment: school },
  ].map((institution) => {
    const region = { id: 10, name: "Бухара" };
    const view = renderWithProviders(
      <InstitutionHead institution={{ ...institution, region, region_path: [region] }} />,
    );
    const sign = view.container.querySelector<HTMLElement>("[data-text]");
    view.unmount();
    return { text: sign?.dataset.text, color: sign?.style.getPropertyValue("--from") };
  });
  expect(shown.map(({ text }) => text)).toEqual(["БУ", "ИВ", "110"]);
  const [one, other, third] = shown.map(({ color }) => color);
  expect(one).toMatch(/^#/);
  expect(other).toBe(one);
  expect(third).not.toBe(one);
});

it.each([
  ["a visitor", true, "http://site.kampus.localhost/ru"],
  ["a member", false, "http://site.kampus.localhost/ru#catalogue"],
])("%s goes from an institution back to all of them", (_who, visitor, address) => {
  renderWithProviders(<BackToInstitutions visitor={visitor} />);
  const link = screen.getByRole("link", { name: messages.People.backToInstitutions });
  expect(link).toHaveAttribute("href", address);
});
