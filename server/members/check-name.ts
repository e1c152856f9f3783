import { namesService, readsAsService } from "#lib/validation/reserved-names.ts";
import { invalidField } from "#server/http/failure.ts";

export type CheckName = (names: Record<string, string>) => void;

/**
 * Rules that the shared schemas cannot know: the operator's name of the service, and what the parts of a person's name
 * say together. @throws {Failure} `invalid` on the field, or on the last of several
 */
export const createPersonCheck =
  (brand: string): CheckName =>
  (names) => {
    const fields = Object.entries(names);
    for (const [index, [field]] of fields.entries())
      for (const first of fields.keys().filter((start) => start <= index)) {
        const read = fields.slice(first, index + 1).map(([, name]) => name);
        if (namesService(read.join(""), { brand })) throw invalidField(field, "Site.nameReserved");
      }
  };

/** The same rules for the title of a group. */
export const createTitleCheck =
  (brand: string): CheckName =>
  (titles) => {
    for (const [field, title] of Object.entries(titles))
      if (readsAsService(title, { brand })) throw invalidField(field, "Site.nameReserved");
  };
