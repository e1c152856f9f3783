// @ts-check
/** The licences of the lockfile's packages, and those that nobody has agreed to. */

/** Those that let Kampus run, be changed and be served without conditions beyond naming authors and sharing their own files. */
const accepted = new Set([
  ...[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BlueOak-1.0.0",
    "CC-BY-4.0",
    "CC0-1.0",
  ],
  ...["ISC", "LGPL-3.0-or-later", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "PostgreSQL", "Python-2.0"],
  ...["Unlicense", "Zlib"],
]);

/** Packages from before package.json named a licence: read in their own files. */
const known = new Map([
  ["busboy", "MIT"],
  ["dicer", "MIT"],
  ["humanize-number", "MIT"],
  ["only", "MIT"],
  ["streamsearch", "MIT"],
  ["xmlhttprequest-ssl", "MIT"],
]);

/** @typedef {{ name: string, version: string, licence: string }} Used */

/**
 * @param {Record<string, { version?: string, license?: string, link?: boolean }>} packages of a package-lock.json
 * @returns {Used[]} by name, each version once
 */
export function usedLicences(packages) {
  const used = Object.entries(packages)
    .filter(([place, { link }]) => place !== "" && !link)
    .map(([place, { version = "", license }]) => {
      const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, version, licence: license ?? known.get(name) ?? "" };
    })
    .sort((one, other) => (one.name + one.version < other.name + other.version ? -1 : 1));
  return used.filter(({ name, version }, at) => {
    const before = used[at - 1];
    return before?.name !== name || before.version !== version;
  });
}

/** Every part of "A AND B" must be accepted, and one part of "A OR B". @param {Used} used */
export const isAccepted = ({ licence }) =>
  licence
    .replace(/[()]/g, "")
    .split(" AND ")
    .every((part) => part.split(" OR ").some((one) => accepted.has(one.trim())));
