import { screen } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PeriodForm } from "#components/periods/period-form.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";

const sheet = readFileSync("components/periods/period-form.module.css", "utf8");

/** Shows the form inside what declares the given custom properties, and returns the style of its buttons' row. */
function footerInside(frame: Record<`--${string}`, string>) {
  const { container } = renderWithProviders(
    <PeriodForm submitting={false} onSubmit={() => undefined} onLeave={() => undefined}>
      <input aria-label="Компания" />
    </PeriodForm>,
  );
  for (const [property, value] of Object.entries(frame))
    container.style.setProperty(property, value);
  const row = screen.getByRole("button", { name: "Отмена" }).parentElement;
  expect(row).not.toBeNull();
  // Class names of a module are made anew by each build; its sheet has the written ones.
  row?.classList.add("footer");
  const style = document.createElement("style");
  style.textContent = sheet;
  container.append(style);
  return getComputedStyle(row ?? container);
}

describe("the buttons at the end of a form", () => {
  it("stick above the bottom bar of a page on a phone", () => {
    const footer = footerInside({ "--bottom-bar-height": "60px" });
    expect(footer.position).toBe("sticky");
    expect(footer.bottom).toBe("60px");
    expect(footer.paddingTop).toBe("12px");
  });

  it("stick to the very end of a dialog, over its whole width", () => {
    const footer = footerInside({ "--mb-padding": "16px" });
    expect(footer.bottom).toBe("0px");
    expect(footer.marginLeft).toBe("-16px");
    expect(footer.paddingBottom).toBe("16px");
  });
});
