/** Fills in the forms of educations and jobs, with choices from the reference data. */
import { expect, type Page } from "@playwright/test";
import { text, journeyLocale } from "#e2e/fixtures.ts";
import establishments from "#data/establishments.json" with { type: "json" };
import institutions from "#data/institutions.json" with { type: "json" };
import positions from "#data/positions.json" with { type: "json" };
import regions from "#data/regions.json" with { type: "json" };
import spheres from "#data/spheres.json" with { type: "json" };

const rows = { establishments, institutions, positions, regions, spheres };

/** The name of a row of the reference data in the language of the journey. */
export function referenceName(list: keyof typeof rows, id: number): string {
  const row = rows[list].find((named) => named.id === id);
  if (!row) throw new Error(`${list} has no ${id}`);
  return row.names[journeyLocale()];
}
export const universityName = () => referenceName("establishments", 1);
export const tashkentName = () => referenceName("regions", 1726);

export const comboboxOf = (page: Page, name: string) =>
  page.getByRole("combobox", { name, exact: true });

/** Types `words` to find the option, where its whole name would be long. */
export async function chooseOption(page: Page, field: string, name: string, words = name) {
  await comboboxOf(page, field).click();
  await comboboxOf(page, field).fill(words);
  await page.getByRole("option", { name, exact: true }).click();
  await expect(comboboxOf(page, field)).toHaveValue(name);
}

export const actionsOf = (page: Page, title: string) =>
  page.getByRole("button", { name: text("Params.actions", { title }) });

export const act = async (page: Page, title: string, action: "Params.edit" | "Params.delete") => {
  await actionsOf(page, title).click();
  await page.getByRole("menuitem", { name: text(action) }).click();
};

/** The lists of kinds, regions and institutions stand behind the field that finds one. */
export const openLists = (page: Page) =>
  page.getByRole("button", { name: text("Education.showLists"), exact: true }).click();

export const save = (page: Page) =>
  page.getByRole("button", { name: text("Params.save"), exact: true }).click();
