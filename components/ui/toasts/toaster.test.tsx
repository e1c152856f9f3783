import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { layers } from "#components/layout/interface-constants.ts";
import { applyModule } from "#components/testing/applied-styles.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import { Toaster } from "#components/ui/toasts/toaster.tsx";
import classes from "#components/ui/toasts/toaster.module.css";
import { addLayer } from "#lib/browser/history-layers.ts";
import messages from "#messages/ru.json" with { type: "json" };

let close: (() => void) | undefined;
afterEach(() => close?.());

/** The layer that a phone gives the toasts instead of their own; undefined: none. */
function layerOnPhone(sheet: CSSStyleSheet, toasts: Element): number | undefined {
  const [rule] = Array.from(sheet.cssRules)
    .filter((one) => one instanceof CSSMediaRule)
    .filter(({ media }) => media.mediaText === "(max-width: 48em)")
    .flatMap(({ cssRules }) => Array.from(cssRules))
    .filter((one) => one instanceof CSSStyleRule)
    .filter(({ selectorText }) => toasts.matches(selectorText));
  return rule && Number(rule.style.zIndex);
}

describe("toasts on a phone", () => {
  it("lie below a menu or a sheet that is open, and below the header, and otherwise over all", async () => {
    const sheet = await applyModule("components/ui/toasts/toaster.module.css", classes);
    renderWithProviders(<Toaster />);
    const region = await screen.findByRole("region", { name: messages.Layout.toasts });
    const toasts = region.querySelector("[data-position='top-right']") ?? region;
    expect(toasts).not.toBe(region);
    expect(within(region).queryByRole("alert")).not.toBeInTheDocument();
    expect(layerOnPhone(sheet, toasts)).toBeUndefined();
    expect(toasts.getAttribute("style")).toContain("--notifications-z-index: 400");
    close = addLayer(() => undefined, { isPart: true });
    expect(layerOnPhone(sheet, toasts)).toBeLessThan(layers.app);
    expect(layerOnPhone(sheet, toasts)).toBeLessThan(layers.popover);
  });
});
