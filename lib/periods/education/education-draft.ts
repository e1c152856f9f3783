import * as z from "zod/mini";
import {
  educationInput,
  type EducationInput,
} from "#lib/periods/education/education-input-schema.ts";
import type { Education, educationEdit } from "#lib/periods/education/schema.ts";
import {
  answeredEnd,
  emptyPeriod,
  type PeriodDraft,
  periodDraftOf,
  periodInputOf,
} from "#lib/periods/period-draft.ts";
import { unsavedId } from "#lib/periods/periods.ts";
import { inOrder, type Named, outOfOrder } from "#lib/params/schema.ts";

type EducationToEdit = z.infer<typeof educationEdit>["data"];

/** The values of the form, in the order of its fields. */
export interface EducationDraft extends PeriodDraft {
  establishment_id: Named | null;
  object_id: Named | null;
  speciality: string;
  group: string;
}

export const educationForm = z
  .object({ ...educationInput.shape, ...answeredEnd })
  .check(z.refine(inOrder, outOfOrder));

const { region_id, ...years } = emptyPeriod;
export const emptyEducation: EducationDraft = {
  establishment_id: null,
  region_id,
  object_id: null,
  speciality: "",
  group: "",
  ...years,
};

/** The initial draft of an education at an institution. */
export const educationAt = (
  { id, name }: Named,
  { establishment, region_path }: Pick<EducationToEdit, "establishment" | "region_path">,
): EducationDraft => ({
  ...emptyEducation,
  establishment_id: establishment,
  region_id: region_path,
  object_id: { id, name },
});

export function educationDraftOf(education: EducationToEdit): EducationDraft {
  return {
    ...emptyEducation,
    ...periodDraftOf(education, education.region_path),
    establishment_id: education.establishment,
    object_id: education.object,
    speciality: education.speciality ?? "",
    group: education.group ?? "",
  };
}

/** The request body of a draft that `educationForm` has checked. */
export const educationInputOf = (draft: EducationDraft) => ({
  ...periodInputOf(draft),
  establishment_id: draft.establishment_id?.id,
  object_id: draft.object_id?.id,
  speciality: draft.speciality,
  group: draft.group,
});

/** The education as the list shows it before the server has answered, from a complete draft. */
export function educationOf(
  { establishment_id, region_id, object_id }: EducationDraft,
  { speciality, group, start, end = null }: EducationInput,
  id = unsavedId,
): Education {
  const region = region_id.at(-1);
  if (!establishment_id || !region || !object_id) throw new Error("an unchecked draft");
  return {
    id,
    establishment: establishment_id,
    region,
    object: object_id,
    start,
    end,
    ...(speciality !== undefined && { speciality }),
    ...(group !== undefined && { group }),
  };
}
