import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import classes from "#components/layout/controls.module.css";
import { transitionMs } from "#components/layout/interface-constants.ts";
import { ChoiceField } from "#components/params/choice-field.tsx";
import type { Choices } from "#components/params/choice-list.tsx";
import { bukhara, choiceField, tashkent } from "#components/testing/answer-params.ts";
import { applyModule } from "#components/testing/applied-styles.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { Named } from "#lib/params/schema.ts";

const submitted = vi.fn();

interface FormProps extends Partial<Choices> {
  first?: Named | null;
  onChanged?: () => void;
}

function Form({ first = null, onChanged, ...choices }: FormProps) {
  const [value, setValue] = useState<Named | null>(first);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <ChoiceField
        name="region_id"
        label="Регион"
        value={value}
        onChange={(chosen) => {
          setValue(chosen);
          onChanged?.();
        }}
        choices={{
          data: [tashkent, bukhara],
          error: null,
          isFetching: false,
          refetch: vi.fn(),
          ...choices,
        }}
      />
    </form>
  );
}

const field = () => choiceField("Регион");

describe("a choice", () => {
  it("is found by typing, which is marked in its name, and made by Enter, which does not send the form", async () => {
    renderWithProviders(<Form />);
    await userEvent.type(field(), "бух");
    expect(screen.queryByRole("option", { name: "Ташкент" })).not.toBeInTheDocument();
    expect(screen.getByRole("option", { name: "Бухара" })).toBeVisible();
    expect(screen.getByText("Бух", { selector: "mark" })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(field()).toHaveValue("Бухара");
    expect(screen.queryByRole("option")).not.toBeInTheDocument();
    expect(submitted).not.toHaveBeenCalled();
    await userEvent.keyboard("{Enter}");
    expect(submitted).toHaveBeenCalledOnce();
  });

  it("is made with the arrow keys alone", async () => {
    renderWithProviders(<Form />);
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
    expect(field()).toHaveValue("Бухара");
  });

  it("is replaced by the typed text, not extended", async () => {
    renderWithProviders(<Form first={tashkent} />);
    await userEvent.tab();
    await userEvent.keyboard("бух{Enter}");
    expect(field()).toHaveValue("Бухара");
    await userEvent.tab();
    await userEvent.click(field());
    await userEvent.keyboard("таш{Enter}");
    expect(field()).toHaveValue("Ташкент");
  });

  it("is made on blur when the text is a whole name or matches only one", async () => {
    const region = { id: 21, name: "Ташкент (область)" };
    renderWithProviders(<Form data={[region, tashkent, bukhara]} />);
    await userEvent.type(field(), "бух");
    await userEvent.tab();
    expect(field()).toHaveValue("Бухара");
    await userEvent.type(field(), "ташкент ");
    await userEvent.tab();
    expect(field()).toHaveValue("Ташкент");
  });

  it("stays when the typed text matches several, or Escape discards it", async () => {
    const region = { id: 21, name: "Ташкентская область" };
    renderWithProviders(<Form first={bukhara} data={[region, tashkent, bukhara]} />);
    await userEvent.type(field(), "таш");
    await userEvent.tab();
    expect(field()).toHaveValue("Бухара");
    await userEvent.type(field(), "ташкент{Escape}");
    await userEvent.tab();
    expect(field()).toHaveValue("Бухара");
  });

  it("is not made again, with its consequences, when the field is left unchanged", async () => {
    const changed = vi.fn();
    renderWithProviders(<Form first={tashkent} onChanged={changed} />);
    await userEvent.type(field(), "ташкент");
    await userEvent.tab();
    expect(field()).toHaveValue("Ташкент");
    expect(changed).not.toHaveBeenCalled();
  });

  it("stays when the typed text matches nothing on blur", async () => {
    renderWithProviders(<Form first={tashkent} />);
    await userEvent.type(field(), "xyz");
    expect(screen.getByText("Ничего не найдено")).toBeVisible();
    await userEvent.tab();
    expect(field()).toHaveValue("Ташкент");
  });

  it("is cleared when all of its text is erased", async () => {
    renderWithProviders(<Form first={tashkent} />);
    await userEvent.clear(field());
    await userEvent.tab();
    expect(field()).toHaveValue("");
  });

  it("shows all choices when it is opened, with the chosen one marked", async () => {
    renderWithProviders(<Form first={tashkent} />);
    await userEvent.click(field());
    expect(screen.getAllByRole("option")).toHaveLength(2);
    expect(screen.getByRole("option", { name: "Ташкент" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  });
});

describe("the list of choices", () => {
  it("fades in over the time of a popover", async () => {
    renderWithProviders(<Form />);
    await applyModule("components/layout/controls.module.css", classes);
    await userEvent.click(field());
    const list = screen.getByRole("listbox").parentElement ?? document.body;
    expect(list.style.animationDuration).toBe(`${transitionMs.popover}ms`);
    expect(getComputedStyle(list).animationName).toBe("fade-in");
  });

  it("is closed by Back, which leaves the page and the typed words as they are", async () => {
    const address = window.location.href;
    renderWithProviders(<Form />);
    await userEvent.type(field(), "бух");
    expect(screen.getByRole("option", { name: "Бухара" })).toBeVisible();
    await waitFor(() => expect(window.history.state).toMatchObject({ depth: 1 }));
    window.history.back();
    await waitFor(() => expect(screen.queryByRole("option")).not.toBeInTheDocument());
    expect(field()).toHaveValue("бух");
    expect(window.location.href).toBe(address);
  });

  it("says that it is loading", async () => {
    renderWithProviders(<Form data={undefined} isFetching />);
    await userEvent.click(field());
    expect(screen.getByText("Загрузка…")).toBeVisible();
  });

  it("shows a failure, and is retried by the keyboard too", async () => {
    const refetch = vi.fn();
    renderWithProviders(<Form data={undefined} error={new Error("Нет связи")} refetch={refetch} />);
    await userEvent.click(field());
    expect(screen.getByRole("alert")).toHaveTextContent("Нет связи");
    expect(screen.getByRole("option", { name: "Повторить" })).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(refetch).toHaveBeenCalledOnce();
    expect(screen.getByRole("alert")).toBeVisible();
  });

  it("does not let Enter choose while it still belongs to other words", async () => {
    renderWithProviders(<Form areOfFormerWords />);
    await userEvent.type(field(), "таш");
    await userEvent.keyboard("{Enter}");
    await userEvent.tab();
    await waitFor(() => expect(field()).toHaveValue(""));
  });
});
