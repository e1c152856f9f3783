// @ts-check
/** npm killed outright leaves its script running under another parent: this tells. */
import { readFileSync } from "node:fs";

const everyMs = 250;

/**
 * @param {() => void} react
 * @returns {() => void} stops watching
 */
export function whenNpmIsGone(react) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const lineage = lineageToNpm();
  const timer = setInterval(() => {
    if (lineageToNpm() === lineage) return;
    clearInterval(timer);
    react();
  }, everyMs);
  return () => clearInterval(timer);
}

/** The parent's id and, where the parent is the shell that npm started, npm's. Some shells turn into the script instead. */
function lineageToNpm() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, "utf8");
    const [, name = "", grandparent] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? [];
    return /^(?:sh|dash|ash|bash)$/.test(name) ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`; // no /proc: on those systems the shell turns into the script
  }
}
