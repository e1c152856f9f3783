// @vitest-environment jsdom
import { SegmentedControl } from "@mantine/core";
import { screen } from "@testing-library/react";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { renderWithProviders } from "#components/testing/render.tsx";
import { RadioRow } from "#components/ui/forms/radio-row.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";

const Icon = () => null;
const options = [
  { value: "all", label: "Все", Icon },
  { value: "nobody", label: "Никто", Icon },
];

/** The selectors of theme.css that give an outline where the system gives the colours. */
async function outlinedSelectors(): Promise<string[]> {
  const css = await readFile("components/layout/theme.css", "utf8");
  const [, rules = ""] = /@media \(forced-colors: active\) \{\n([^]*?)\n\}/u.exec(css) ?? [];
  const outlines = rules.matchAll(/^ {2}([^\s{}][^{}]*) \{\s*outline: [^;}]* !important/gmu);
  return Array.from(outlines, ([, selector = ""]) => selector);
}

/** Whether an element has an outline there, without the focus. */
async function outlined(): Promise<(element: Element) => boolean> {
  const selectors = (await outlinedSelectors()).filter((one) => !one.includes(":focus-visible"));
  expect(selectors).not.toEqual([]);
  return (element) => selectors.some((selector) => element.matches(selector));
}

it("in forced colours an outline tells the chosen tile and segment from the others", async () => {
  renderWithProviders(
    <>
      <RadioRow legend="Кто видит" options={options} value="all" onChange={() => undefined} />
      <SegmentedControl data={["Приду", "Нет"]} value="Приду" />
    </>,
  );
  const isOutlined = await outlined();
  const labelOf = (name: string) => screen.getByText(name, { selector: "label, label *" });
  const chosen = (name: string) => isOutlined(labelOf(name).closest("label") ?? document.body);
  expect(["Все", "Никто", "Приду", "Нет"].map(chosen)).toEqual([true, false, true, false]);
});

it("in forced colours an outline tells what is open, pressed or taken by Enter from the rest", async () => {
  renderWithProviders(
    <>
      <a href="/ru/a" aria-current="page">
        открыто
      </a>
      <a href="/ru/b">закрыто</a>
      <button aria-pressed="true">открыто</button>
      <button aria-pressed="false">закрыто</button>
      <button role="tab" aria-selected="true">
        открыто
      </button>
      <button role="tab" aria-selected="false">
        закрыто
      </button>
      <span data-combobox-option data-combobox-selected>
        открыто
      </span>
      {/* The value of the field has a tick; Enter takes another option. */}
      <span role="option" data-combobox-option aria-selected="true">
        закрыто
      </span>
    </>,
  );
  const isOutlined = await outlined();
  expect(screen.getAllByText("открыто").map(isOutlined)).toEqual([true, true, true, true]);
  expect(screen.getAllByText("закрыто").map(isOutlined)).toEqual([false, false, false, false]);
});

it("in forced colours a field that has the focus has an outline, which its own module takes away", async () => {
  renderWithProviders(<SearchField label="Поиск" value="" onChange={() => undefined} focused />);
  const field = screen.getByRole("searchbox");
  expect(field).toHaveFocus();
  const ofFields = (await outlinedSelectors()).filter((selector) => selector.includes("textarea"));
  expect(ofFields.map((selector) => field.matches(selector))).toEqual([true]);
});
