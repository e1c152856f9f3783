/**
 * Styles in component tests. Vitest leaves style sheets out and only makes up the names of their classes, so a test of a
 * look applies the sheets itself and asks jsdom what an element gets from them.
 */
import { readFile } from "node:fs/promises";
import { afterEach } from "vitest";

const applied: HTMLStyleElement[] = [];
afterEach(() => {
  for (const sheet of applied.splice(0)) sheet.remove();
});

/** The classes of a module, by their names in its sheet. */
type ModuleClasses = Readonly<Record<string, string>>;

/**
 * Applies the sheet of a module, with the variables of theme.css, until the test is over. jsdom applies nothing that
 * stands in `@media`; such rules are found in the sheet that is returned.
 */
export async function applyModule(path: string, classes: ModuleClasses): Promise<CSSStyleSheet> {
  apply(await readFile("components/layout/theme.css", "utf8"));
  const css = await readFile(path, "utf8");
  return apply(
    css.replaceAll(
      /:global\(([^)]*)\)|\.([a-z][\w-]*)/gi,
      (_, global?: string, name?: string) => global ?? `.${classes[name ?? ""] ?? name}`,
    ),
  );
}

function apply(css: string): CSSStyleSheet {
  const element = document.createElement("style");
  element.textContent = css;
  document.head.append(element);
  applied.push(element);
  if (!element.sheet) throw new Error("A style element in the document has a sheet");
  return element.sheet;
}
