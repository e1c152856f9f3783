// @ts-check
/**
 * A loader of Turbopack, for what browsers get of Next. Next's modules come twice: as CommonJS, of which Turbopack must
 * keep every export, and below dist/esm as ES modules, of which it drops what nobody imports. The second form weighs 10
 * KB less on every page.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = "/next/dist/";

/**
 * The options have another source for some modules, by their path below next/dist.
 *
 * @param {string} source
 * @this {{ resourcePath: string, getOptions: () => Record<string, string> }}
 */
export default function loadNextModule(source) {
  const [next = "", name = ""] = this.resourcePath.split(folder);
  const twin = path.join(next, folder, "esm", name);
  return this.getOptions()[name] ?? (existsSync(twin) ? readFileSync(twin, "utf8") : source);
}
