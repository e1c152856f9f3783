import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";

const sheets = globSync("{app,components}/**/*.css", { cwd: inRoot(".") });

it("no rule puts :has() on the root, html or body, because every key press would restyle the whole page", () => {
  expect(sheets.length).toBeGreaterThan(50);
  const offences = sheets.filter((path) =>
    /(:root|\bhtml|\bbody)[^\s>+~,{]*:has\(/.test(readFileSync(inRoot(path), "utf8")),
  );
  expect(offences).toEqual([]);
});

it("no rule has a transition, because S-CONSTANTS gives times to what the theme opens alone", () => {
  const offences = sheets.filter((path) =>
    /\btransition(?:-\w+)?:(?!\s*0s)/.test(readFileSync(inRoot(path), "utf8")),
  );
  expect(offences).toEqual([]);
});

it("names are hyphenated only by browsers that leave short words whole", () => {
  const sparing = /@supports \(hyphenate-limit-chars: \d+\) \{[^{}]*\}/g;
  const offences = sheets.filter((path) =>
    /\bhyphens:\s*auto/.test(readFileSync(inRoot(path), "utf8").replaceAll(sparing, "")),
  );
  expect(offences).toEqual([]);
});
