/** Steps that journeys through any screen take. */
import type { Page } from "@playwright/test";
import { languageNames, type Locale, text, textsOf } from "#e2e/fixtures.ts";

/** Says yes to the question that lies over the page. */
export const confirmQuestion = (page: Page) =>
  page
    .getByRole("dialog")
    .getByRole("button", { name: text("Site.ok"), exact: true })
    .click();

/** Changes the language of a page from one to another by the menu of languages. */
export async function chooseLanguage(page: Page, from: Locale, to: Locale): Promise<void> {
  const name = textsOf(from)("Layout.changeLanguage", { name: languageNames[from] });
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: languageNames[to], exact: true }).click();
}
