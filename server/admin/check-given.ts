import type * as z from "zod/mini";
import { Failure } from "#server/http/failure.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { translatorFor } from "#server/infra/translations.ts";

/**
 * Checks what an operator gives by the rules of the forms of members: a schema, and what it cannot know. @throws
 * {StartFault} saying which field breaks which rule
 */
export function checkGiven<Checked>(
  schema: z.ZodMiniType<Checked>,
  given: unknown,
  check: (checked: Checked) => void,
): Checked {
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    throw new StartFault(
      parsed.error.issues.map(({ path, message }) => refusal(String(path[0]), message)),
    );
  try {
    check(parsed.data);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const fields = Object.entries(error.fields ?? {});
    throw new StartFault(
      fields.map(([field, [key = ""]]) => refusal(field, key)),
      { cause: error },
    );
  }
  return parsed.data;
}

const refusal = (field: string, messageKey: string) =>
  `${field}: ${translatorFor("en")(messageKey)}`;
