import { readFileSync } from "node:fs";
import { z } from "zod";
import { language } from "#lib/languages/schema.ts";
import { siteSettings } from "#lib/settings/schema.ts";
import type { Db } from "#server/db/database.ts";
import { storeLanguages } from "#server/languages/repository.ts";
import { storeSettings } from "#server/settings/repository.ts";

/** Brings the tables level with the files of data/, which the operator can replace; loading twice changes nothing. */
export async function loadReferenceData(db: Db): Promise<void> {
  const languages = readData("languages", z.array(language).min(1));
  const settings = readData("settings", z.record(z.string(), siteSettings));
  await db.transaction().execute(async (trx) => {
    await storeLanguages(trx, languages);
    await storeSettings(trx, settings);
  });
}

function readData<T extends z.ZodType>(name: string, schema: T): z.output<T> {
  const parsed = schema.safeParse(
    JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), "utf8")),
  );
  if (!parsed.success) throw new Error(`data/${name}.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
