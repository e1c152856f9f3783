import { screen } from "@testing-library/react";
import { readFileSync } from "node:fs";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { PeriodForm } from "#components/periods/period-form.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";

/** Class names of a module are made anew by each build; its sheet has the written ones. */
const sheets = ["periods/period-form", "layout/shell/app-shell", "ui/overlays/modal"]
  .map((name) => readFileSync(`components/${name}.module.css`, "utf8"))
  .join("\n");

/** A page, whose bottom bar has a height on a phone. */
const page = (form: ReactNode, barHeight: string) => (
  <div className="root" data-layout="page" style={{ "--bottom-bar-height": barHeight }}>
    <main className="main">{form}</main>
  </div>
);
const phonePage = (form: ReactNode) => page(form, "60px");
const widePage = (form: ReactNode) => page(form, "0px");
const dialog = (form: ReactNode) => (
  <div className="content">
    <div className="body">
      <div className="head">
        <button>Закрыть</button>
      </div>
      {form}
    </div>
  </div>
);

/** Shows the form, and returns the styles of its field, of the row of its buttons and of one of them. */
function stylesIn(frame: (form: ReactNode) => ReactNode) {
  const { container } = renderWithProviders(
    frame(
      <PeriodForm submitting={false} onSubmit={() => undefined} onLeave={() => undefined}>
        <input aria-label="Компания" />
      </PeriodForm>,
    ),
  );
  const field = screen.getByLabelText("Компания");
  const button = screen.getByRole("button", { name: "Отмена" });
  field.closest("form")?.classList.add("form");
  button.parentElement?.classList.add("footer");
  const style = document.createElement("style");
  style.textContent = sheets;
  container.append(style);
  const footer = button.parentElement ?? container;
  return [field, footer, button].map((part) => getComputedStyle(part));
}

describe("the buttons at the end of a form", () => {
  it("stick above the bottom bar of a page on a phone", () => {
    const [, footer] = stylesIn(phonePage);
    expect(footer?.position).toBe("sticky");
    expect(footer?.bottom).toBe("60px");
    expect(footer?.paddingTop).toBe("12px");
  });

  it("stick to the very end of a dialog, over its whole width", () => {
    const [, footer] = stylesIn(dialog);
    expect(footer?.bottom).toBe("0px");
    expect(footer?.marginLeft).toBe("-24px");
    expect(footer?.paddingBottom).toBe("24px");
  });

  it.each([
    ["a page with a bottom bar", phonePage, "156px"],
    ["a page without one", widePage, "96px"],
    ["a dialog", dialog, "96px"],
  ])("hide no focused field of %s, and scroll nothing themselves", (_frame, frame, clear) => {
    const [field, , button] = stylesIn(frame);
    expect(field?.scrollMarginBottom).toBe(clear);
    expect(field?.scrollMarginTop).not.toBe("");
    expect(button?.scrollMarginBottom).toBe("0px");
  });
});
