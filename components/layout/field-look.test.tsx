import { Select, TextInput } from "@mantine/core";
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { AccountField } from "#components/auth/account-field.tsx";
import accountClasses from "#components/auth/account-field.module.css";
import controlClasses from "#components/layout/controls.module.css";
import { applyModule } from "#components/testing/applied-styles.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import searchClasses from "#components/ui/forms/search-field.module.css";
import { TextField } from "#components/ui/forms/text-field.tsx";
import textClasses from "#components/ui/forms/text-field.module.css";

/** `--kampus-field` and `--kampus-field-border` of theme.css, in the light scheme. */
const [fill, border] = ["#fbfaf8", "#e6e3dd"];

/** `--kampus-danger` of theme.css, in the light scheme. */
const danger = "#b3261e";

/** A colour as jsdom computes it. */
function computed(color: string): string {
  const sample = document.body.appendChild(document.createElement("i"));
  sample.style.color = color;
  const { color: result } = getComputedStyle(sample);
  sample.remove();
  return result;
}

const ownFields = [
  [
    "a text field",
    <TextField key="text" label="Имя" />,
    "components/ui/forms/text-field.module.css",
    textClasses,
  ],
  [
    "a search field",
    <SearchField key="search" label="Имя" value="" onChange={() => undefined} />,
    "components/ui/forms/search-field.module.css",
    searchClasses,
  ],
] as const;

describe("the fill and the border of fields", () => {
  it.each(ownFields)("are those of theme.css on %s", async (_what, field, path, classes) => {
    await applyModule(path, classes);
    renderWithProviders(field);
    const { backgroundColor, borderTopColor } = getComputedStyle(screen.getByLabelText("Имя"));
    expect([backgroundColor, borderTopColor]).toEqual([computed(fill), computed(border)]);
  });

  it("are those of theme.css on the inputs of Mantine, which take them from two variables", async () => {
    await applyModule("components/layout/controls.module.css", controlClasses);
    renderWithProviders(<TextInput label="Имя" />);
    const given = getComputedStyle(screen.getByLabelText("Имя"));
    expect(given.getPropertyValue("--input-bg")).toBe(fill);
    expect(given.getPropertyValue("--input-bd")).toBe(border);
  });

  it("are those of theme.css on the field of an account, around its name and its domain", async () => {
    await applyModule("components/auth/account-field.module.css", accountClasses);
    renderWithProviders(<AccountField label="Логин" domains={["a.uz"]} domain="a.uz" />);
    const around = getComputedStyle(screen.getByLabelText("Логин").parentElement ?? document.body);
    expect(around.backgroundColor).toBe(computed(fill));
    expect(around.getPropertyValue("--border")).toBe(border);
  });
});

describe("the size of the text in a field, which theme.css enlarges on a touch screen,", () => {
  it.each([
    ...ownFields,
    [
      "the field of an account",
      <AccountField key="account" label="Имя" domains={["a.uz"]} domain="a.uz" />,
      "components/auth/account-field.module.css",
      accountClasses,
    ],
    [
      "an input of Mantine",
      <TextInput key="mantine" label="Имя" />,
      "components/layout/controls.module.css",
      controlClasses,
    ],
  ] as const)("follows it on %s", async (_what, field, path, classes) => {
    await applyModule(path, classes);
    renderWithProviders(field);
    const input = screen.getByLabelText("Имя");
    expect(getComputedStyle(input).fontSize).toBe("15px");
    input.style.setProperty("--kampus-field-size", "16px");
    expect(getComputedStyle(input).fontSize).toBe("16px");
  });
});

describe("the field of an account", () => {
  const field = () => screen.getByRole("textbox", { name: "Логин" });

  it("has an outline, which forced colours paint instead of its border", async () => {
    await applyModule("components/auth/account-field.module.css", accountClasses);
    renderWithProviders(<AccountField label="Логин" domains={["a.uz"]} domain="a.uz" />);
    const { outlineStyle, outlineWidth } = getComputedStyle(field().parentElement ?? document.body);
    expect([outlineStyle, outlineWidth]).toEqual(["solid", "1px"]);
  });

  it("is described by the fixed domain beside it and by its error", () => {
    const texts = { label: "Логин", error: "Обязательное поле" };
    renderWithProviders(<AccountField {...texts} domains={["a.uz"]} domain="a.uz" />);
    expect(field()).toHaveAccessibleDescription("@a.uz Обязательное поле");
  });

  it("is described by its error alone beside a choice of domains, which has a name of its own", () => {
    const choice = { domains: ["a.uz", "b.uz"], domain: "a.uz", onDomainChange: () => undefined };
    renderWithProviders(<AccountField label="Логин" error="Обязательное поле" {...choice} />);
    expect(field()).toHaveAccessibleDescription("Обязательное поле");
  });
});

describe("the border of a faulty field", () => {
  it("is red on a text field", async () => {
    await applyModule("components/ui/forms/text-field.module.css", textClasses);
    renderWithProviders(<TextField label="Имя" error="Обязательное поле" />);
    const { borderTopColor } = getComputedStyle(screen.getByLabelText("Имя"));
    expect(borderTopColor).toBe(computed(danger));
  });

  it.each([
    ["an input", <TextInput key="input" label="Имя" error="Обязательное поле" />],
    ["a list", <Select key="select" label="Имя" data={["А"]} error="Обязательное поле" />],
  ])("is red on %s of Mantine, even without the focus", async (_what, field) => {
    await applyModule("components/layout/controls.module.css", controlClasses);
    renderWithProviders(field);
    const given = getComputedStyle(screen.getByLabelText("Имя", { selector: "input" }));
    expect(given.getPropertyValue("--input-bd")).toBe(danger);
  });

  it("is red on the field of an account", async () => {
    await applyModule("components/auth/account-field.module.css", accountClasses);
    renderWithProviders(
      <AccountField label="Логин" domains={["a.uz"]} domain="a.uz" error="Обязательное поле" />,
    );
    const around = getComputedStyle(screen.getByLabelText("Логин").parentElement ?? document.body);
    expect(around.getPropertyValue("--border")).toBe(danger);
  });
});

it.each([
  ["a text field", <TextField key="text" label="Имя" description="Как в паспорте" />],
  ["an input of Mantine", <TextInput key="input" label="Имя" description="Как в паспорте" />],
])("a hint stands below %s", (_what, field) => {
  renderWithProviders(field);
  const input = screen.getByLabelText("Имя");
  expect(input).toHaveAccessibleDescription("Как в паспорте");
  expect(input).toAppearBefore(screen.getByText("Как в паспорте"));
});
