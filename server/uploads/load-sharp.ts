/** sharp with its libraries takes 15 MB, so it is loaded with the first picture. */
import { createRequire } from "node:module";
import type sharp from "sharp";

const require = createRequire(import.meta.url);
let loaded: typeof sharp | undefined;

/** Each image is left to one thread, since several are made at once, and none is kept. */
export function loadSharp(): typeof sharp {
  if (loaded) return loaded;
  loaded = require("sharp") as typeof sharp; // require answers any
  loaded.concurrency(1);
  loaded.cache(false);
  return loaded;
}
