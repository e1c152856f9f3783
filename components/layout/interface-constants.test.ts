import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import {
  layers,
  modalSizesPx,
  toastLimits,
  transitionMs,
} from "#components/layout/interface-constants.ts";

it("layers, sizes, times and the limits of notices are those of S-CONSTANTS", () => {
  expect(layers).toEqual({ app: 100, modal: 200, popover: 300, overlay: 400 });
  expect(Object.values(modalSizesPx)).toEqual([320, 380, 440, 620, 780]);
  expect(transitionMs).toEqual({ modal: 200, popover: 150 });
  expect(toastLimits).toEqual({ limit: 5, autoCloseMs: 4000 });
});

it("what is styled without Mantine lies in the same layers", async () => {
  const css = await readFile("components/layout/theme.css", "utf8");
  const found = Array.from(css.matchAll(/--kampus-layer-(\w+): (\d+);/gu), ([, name, value]) => [
    name,
    Number(value),
  ]);
  expect(found.length).toBeGreaterThan(0);
  for (const [name, value] of found) expect(layers).toHaveProperty(String(name), value);
});
