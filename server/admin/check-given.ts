import type * as z from "zod/mini";
import { Failure } from "#server/http/failure.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { translatorFor } from "#server/infra/translations.ts";

/**
 * Checks what an operator gives by the rules of the forms of members: a schema, and what it cannot know. `refusals` are texts
 * that replace those of members, by their keys. @throws {StartFault} saying which field breaks which rule
 */
export async function checkGiven<Checked>(
  schema: z.ZodMiniType<Checked>,
  given: unknown,
  check: (checked: Checked) => void | Promise<void>,
  refusals: Record<string, string> = {},
): Promise<Checked> {
  const refusal = (field: string, messageKey: string) =>
    `${field}: ${refusals[messageKey] ?? translatorFor("en")(messageKey)}`;
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    throw new StartFault(
      parsed.error.issues.map(({ path, message }) => refusal(String(path[0]), message)),
    );
  try {
    await check(parsed.data);
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
