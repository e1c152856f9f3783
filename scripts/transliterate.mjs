// @ts-check
/** `node scripts/transliterate.mjs`: writes Uzbek in Cyrillic anew from Uzbek in Latin; run when the latter changes. */
import { writeFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import { inRoot } from "./project/paths.mjs";
import { lineEach, madeInCyrillic } from "./project/cyrillic-files.mjs";

for (const [file, content] of await madeInCyrillic()) {
  const filepath = inRoot(file);
  await writeFile(
    filepath,
    Array.isArray(content[0]) ? lineEach(content) : await styled(content, filepath),
  );
  console.log(file);
}

/** @param {unknown} content @param {string} filepath */
async function styled(content, filepath) {
  return format(JSON.stringify(content), { ...(await resolveConfig(filepath)), filepath });
}
