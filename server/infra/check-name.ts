import { namesService, readsAsService } from "#lib/validation/reserved-names.ts";
import { invalidField } from "#server/http/failure.ts";

export type CheckName = (names: Record<string, string>) => void;

/** What the shared schemas cannot know: which name the operator gave the service. @throws {Failure} `invalid` on the field */
const checkOf =
  (passes: typeof namesService) =>
  (brand: string): CheckName =>
  (names) => {
    for (const [field, name] of Object.entries(names))
      if (passes(name, { brand })) throw invalidField(field, "Site.nameReserved");
  };

export const createPersonCheck = checkOf(namesService);
export const createTitleCheck = checkOf(readsAsService);
