import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { buildIdOf, type PreparedFiles, preparePages } from "#server/pages/prepare.ts";

const storeIn = (nextFolder: string) => path.join(nextFolder, "prepared-answers.v8");

/** Keeps the prepared answers beside the build, so that a start only reads them. */
export async function storePrepared(nextFolder: string): Promise<void> {
  const file = storeIn(nextFolder);
  await writeFile(`${file}.part`, serialize(await preparePages(nextFolder)));
  await rename(`${file}.part`, file);
}

/** The prepared answers of the present build; made anew where the build left none (`next build` by itself). */
export async function loadPrepared(nextFolder: string): Promise<PreparedFiles> {
  const stored = await readStored(storeIn(nextFolder));
  if (stored?.buildId === (await buildIdOf(nextFolder))) return stored;
  return preparePages(nextFolder);
}

async function readStored(file: string): Promise<PreparedFiles | null> {
  try {
    return deserialize(await readFile(file)) as PreparedFiles; // in the format of storePrepared, whose code is of the same build
  } catch {
    return null; // absent, or of another version of Node
  }
}
