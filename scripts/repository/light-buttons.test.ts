/** Checks which buttons the screens load: the rule of components/ui/controls/light-button.tsx. */
import { expect, test } from "vitest";
import { moduleOf, type PageModule, pageModules, pages } from "#scripts/repository/import-graph.ts";

type Modules = ReadonlyMap<string, PageModule>;

const mantine = "@mantine/core";
const light = "components/ui/controls/light-button.tsx";
const isLightButton = (imported: string) => imported.startsWith("components/ui/controls/light-");

/**
 * All pages that visitors see, with the layouts and the error pages around them; not the home page as a browser with a
 * session begins it.
 */
const visitorPages = pages.filter(
  ({ page }) =>
    /^app\/\[locale\]\/(site|missing|\(open\))\//.test(page) && !page.includes("/for-members/"),
);
const entries = [...visitorPages.flatMap(({ files }) => files), "app/global-error.tsx"];

/** The modules that those pages load. */
function reached(modules: Modules, importsOf: (loaded: PageModule) => string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    const loaded = modules.get(file);
    if (!loaded || found.has(file)) return;
    found.add(file);
    importsOf(loaded).forEach(visit);
  };
  entries.forEach(visit);
  return found;
}

const opensFrame = ({ importsAtOnce }: PageModule) =>
  importsAtOnce.includes("components/layout/mantine-frame.tsx");

/** The imports that break the rule, as "file: import". A part that such a page loads later may bring a MantineFrame. */
function offences(modules: Modules): string[] {
  const loadedAtOnce = reached(modules, ({ importsAtOnce }) => importsAtOnce);
  const outsideFrame = reached(modules, (loaded) => (opensFrame(loaded) ? [] : loaded.imports));
  return [...modules].flatMap(([file, loaded]) => {
    const isLight = loadedAtOnce.has(file) || (outsideFrame.has(file) && !opensFrame(loaded));
    return loaded.imports
      .filter((imported) => (isLight ? imported === mantine : isLightButton(imported)))
      .map((imported) => `${file}: ${imported}`);
  });
}

/** The offences that would exist if `file` imported `imported` too. */
function offencesWith(file: string, imported: string): string[] {
  const specifier = imported === mantine ? imported : `#${imported}`;
  const text = `${pageModules.get(file)?.text ?? ""}\nimport { Button } from "${specifier}";`;
  return offences(new Map(pageModules).set(file, moduleOf(file, text)));
}

test("pages of visitors load light buttons, and what is only loaded inside MantineFrame has Mantine's", () => {
  expect(visitorPages.length).toBeGreaterThan(4);
  expect(offences(pageModules)).toEqual([]);
});

test.each([
  "components/messenger/composer/composer.tsx",
  "components/push/notification-setting.tsx",
  "components/images/crop/crop-dialog.tsx",
  "components/categories/category-sheet.tsx",
])("%s may not load a light button, since all that loads it stands inside MantineFrame", (file) => {
  expect(offencesWith(file, light)).toEqual([`${file}: ${light}`]);
});

test.each([
  ["a form", "components/auth/login-form.tsx"],
  ["the error page", "components/layout/problem-page.tsx"],
  ["a part of the home page", "app/[locale]/site/(home)/home-actions.tsx"],
  ["a part that is fetched later", "components/auth/confirmation/address-correction.tsx"],
  ["a part that members' screens share", "components/languages/language-button.tsx"],
])("%s outside MantineFrame may not load Mantine's button", (_, file) => {
  expect(offencesWith(file, mantine)).toEqual([`${file}: ${mantine}`]);
});

test("a page of visitors may not load at once what brings a MantineFrame", () => {
  const dialog = "components/ui/overlays/confirm-dialog.tsx";
  expect(offencesWith("components/recovery/recovery.tsx", dialog)).toContain(
    `${dialog}: ${mantine}`,
  );
});

const membersOnly =
  /^(?:components|lib)\/(?:account|blocks|friends|images|media|messenger|people|periods|presence|privacy|profile|push|reports)\//;

const membersPartsIn = (modules: Modules) =>
  [...reached(modules, ({ importsAtOnce }) => importsAtOnce)].filter((file) =>
    membersOnly.test(file),
  );

test("a page of visitors loads at once nothing that only members are shown", () => {
  const header = "app/[locale]/header-actions.tsx";
  const text = `${pageModules.get(header)?.text}\nimport "#app/[locale]/member-actions.tsx";`;
  expect(membersPartsIn(pageModules)).toEqual([]);
  expect(membersPartsIn(new Map(pageModules).set(header, moduleOf(header, text)))).toContain(
    "components/friends/request-bell.tsx",
  );
});
