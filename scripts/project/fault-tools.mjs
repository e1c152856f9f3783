// @ts-check
/** The servers that the fault tests start and break, from Debian's packages. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { Fault } from "./fault.mjs";

/** A file of each package; the star stands for one name. */
const tools = {
  nginx: "/usr/sbin/nginx",
  pgbouncer: "/usr/sbin/pgbouncer",
  "redis-server": "/usr/bin/redis-server",
  postgresql: "/usr/lib/postgresql/*/bin/initdb",
  faketime: "/usr/lib/*/faketime/libfaketimeMT.so.1",
};

/** @param {string} file */
function isThere(file) {
  const [before = "", after] = file.split("*");
  if (after === undefined || !existsSync(before)) return existsSync(file);
  return readdirSync(before).some((name) => existsSync(before + name + after));
}

const missing = () =>
  Object.entries(tools)
    .filter(([, file]) => !isThere(file))
    .map(([name]) => name);

/** Installs missing packages by apt-get when run as root; otherwise fails and names them. */
export function ensureFaultTools() {
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    /** @param {string[]} args */
    const aptGet = (...args) => execFileSync("apt-get", ["-qq", ...args], { env, stdio: "ignore" });
    const install = () => aptGet("install", "--no-install-recommends", ...missing());
    try {
      install();
    } catch {
      aptGet("update"); // the lists may be old
      install();
    }
  }
  const still = missing();
  if (still.length > 0) throw new Fault(`The fault tests need: apt-get install ${still.join(" ")}`);
  process.env.PATH = `${process.env.PATH}${path.delimiter}/usr/sbin`;
}
