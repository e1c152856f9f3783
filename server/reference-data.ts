import { readFileSync } from "node:fs";
import { z } from "zod";

/** A file of data/, which the operator can replace. @throws naming what is wrong in it. */
export function readData<T extends z.ZodType>(name: string, schema: T): z.output<T> {
  const parsed = schema.safeParse(
    JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), "utf8")),
  );
  if (!parsed.success) throw new Error(`data/${name}.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
