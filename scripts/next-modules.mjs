// @ts-check
/**
 * A loader of Turbopack, for what browsers get of Next. Next's modules come twice: as CommonJS, of which Turbopack must
 * keep every export, and below dist/esm as ES modules, of which it drops what nobody imports. The second form weighs 10
 * KB less on every page.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * What Kampus has no use for: server actions; how Next's own error page looks, which only shows where ours fails itself;
 * and what Node has in `process` besides `env`.
 */
export const unused = {
  "client/components/router-reducer/reducers/server-action-reducer.js":
    "export const serverActionReducer = (state) => state;",
  "client/components/builtin/error-styles.js":
    'export const errorStyles = {}; export const errorThemeCss = ""; export const WarningIcon = () => null;',
  "build/polyfills/process.js": "module.exports = { env: {} };",
};

const folder = "/next/dist/";

/**
 * `unused` comes as the options of the loader, because the cache of a build knows those, but not this file.
 *
 * @param {string} source
 * @this {{ resourcePath: string, getOptions: () => Record<string, string> }}
 */
export default function loadNextModule(source) {
  const [next = "", name = ""] = this.resourcePath.split(folder);
  const twin = path.join(next, folder, "esm", name);
  return this.getOptions()[name] ?? (existsSync(twin) ? readFileSync(twin, "utf8") : source);
}
