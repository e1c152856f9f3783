import { readdirSync } from "node:fs";
import path from "node:path";

const installed = "/usr/lib/postgresql";

/** The folder with the programs of the newest PostgreSQL that Debian has installed here. */
export function postgresPrograms(): string {
  const [newest] = readdirSync(installed).sort((one, other) => Number(other) - Number(one));
  if (newest === undefined) throw new Error("PostgreSQL is missing: apt-get install postgresql");
  return path.join(installed, newest, "bin");
}
