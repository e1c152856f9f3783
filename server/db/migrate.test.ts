import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const files = readdirSync(path.join(import.meta.dirname, "migrations"));

it.each(files)("the migration %s runs in the order of the numbers", async (file) => {
  expect(file).toMatch(/^\d{4}(?:-[a-z]+)+\.ts$/);
  const migration: unknown = await import(`#server/db/migrations/${path.basename(file, ".ts")}.ts`);
  expect(migration).toHaveProperty("up", expect.any(Function));
});
