// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { applyModule } from "#components/testing/applied-styles.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import classes from "#components/ui/forms/radio-row.module.css";
import { RadioRow } from "#components/ui/forms/radio-row.tsx";

const path = "components/ui/forms/radio-row.module.css";
const Icon = () => null;

function show(labels: readonly string[]) {
  const options = labels.map((label) => ({ value: label, label, Icon }));
  renderWithProviders(
    <RadioRow legend="Кто видит" options={options} value="Друзья" onChange={() => undefined} />,
  );
}

/** Applies the sheet as Firefox 115 does, which drops rules with `:has()`. */
async function applyWithoutHas() {
  const sheet = await applyModule(path, classes);
  const isUnknown = (rule: CSSRule) => "selectorText" in rule && rule.cssText.includes(":has(");
  for (const rule of [...sheet.cssRules].reverse())
    if (isUnknown(rule)) sheet.deleteRule([...sheet.cssRules].indexOf(rule));
}

const choiceOf = (label: string) => screen.getByText(label);

it("the chosen option of a row looks different from the others in a browser without :has()", async () => {
  show(["Все", "Друзья", "Никто"]);
  await applyWithoutHas();
  const borderOf = (label: string) => getComputedStyle(choiceOf(label)).borderColor;
  expect(borderOf("Все")).toBe(borderOf("Никто"));
  expect(borderOf("Друзья")).not.toBe(borderOf("Все"));
});

it("four options of a row stand in two columns in a browser without :has()", async () => {
  show(["Все", "Друзья", "Класс", "Никто"]);
  await applyWithoutHas();
  const { parentElement } = choiceOf("Все");
  expect(parentElement && getComputedStyle(parentElement).gridAutoFlow).toBe("row");
});

it("the radio button that has the focus fills its option, so that its outline is seen there", async () => {
  show(["Все", "Друзья", "Никто"]);
  await applyWithoutHas();
  const { position, width, height } = getComputedStyle(screen.getByLabelText("Друзья"));
  const filling = "calc(100% + 2px)";
  expect({ position, width, height }).toEqual({
    position: "absolute",
    width: filling,
    height: filling,
  });
});
