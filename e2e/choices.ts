/** Fills in the forms of educations and jobs, with choices from the reference data. */
import { expect, type Page } from "@playwright/test";
import { text, journeyLocale } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { call, type Member } from "#e2e/members.ts";
import { educationAnswer, type EducationInput } from "#lib/periods/education/schema.ts";
import { namedList } from "#lib/params/schema.ts";
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

const settings = () => `/api/${journeyLocale()}/profile/setting`;

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

/** The rows of a list of the reference data, by their names. */
export async function params(kampus: Kampus, member: Member, list: string) {
  const { data } = namedList.parse(
    await call(kampus, member, "GET", `${settings()}/params/${list}`),
  );
  return {
    data,
    idOf: (name: string) => {
      const row = data.find((named) => named.name === name);
      if (!row) throw new Error(`${list} has no ${name}`);
      return row.id;
    },
  };
}

/** An education at a university of Tashkent. */
export async function newEducation(kampus: Kampus, member: Member) {
  const establishment_id = (await params(kampus, member, "establishments")).idOf(universityName());
  const region_id = (await params(kampus, member, "regions")).idOf(tashkentName());
  const place = `objects?establishment_id=${establishment_id}&region_id=${region_id}`;
  const [object] = (await params(kampus, member, place)).data;
  if (!object) throw new Error("no university in Tashkent");
  const input: EducationInput = {
    ...{ establishment_id, region_id, object_id: object.id },
    ...{ speciality: "Физика", group: undefined, start: 2014, end: 2018 },
  };
  return educationAnswer.parse(
    await call(kampus, member, "POST", `${settings()}/educations`, input),
  ).data;
}
