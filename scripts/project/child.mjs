// @ts-check
/** Children of the project's commands: signals reach them exactly once, and none outlives its parent. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import { root } from "./paths.mjs";

/** @typedef {{ code: number, signalled: boolean, output: string }} Ended `code` is 128 + signal where a signal ended it. */

/** npm and the terminal both pass Ctrl-C on; copies that arrive within this time count as one signal. */
const sameSignalMs = 500;

const ownGroup = process.platform !== "win32";

/**
 * Arguments for a Node that has an IPC channel to this process: it ends by the signal when this process is gone.
 *
 * @param {NodeJS.Signals} signal
 */
export function endedWithParent(signal) {
  const preload = new URL("live-with-parent.mjs", import.meta.url);
  preload.search = `parent=${process.pid}&signal=${signal}`;
  return ["--import", preload.href];
}

/**
 * Runs a Node program to its end. With `quiet` its output is returned, not shown. With `asks` it reads the terminal.
 *
 * @param {string} node
 * @param {string[]} args
 * @param {{ quiet?: boolean, asks?: boolean, env?: Record<string, string>, onSpawn?: (stop: (signal: NodeJS.Signals) => void) => void }} [options]
 * @returns {Promise<Ended>}
 */
export function runNode(node, args, { quiet = false, asks = false, env = {}, onSpawn } = {}) {
  const out = quiet ? "pipe" : "inherit";
  const child = spawn(node, [...endedWithParent(quiet ? "SIGKILL" : "SIGTERM"), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: [asks ? "inherit" : "ignore", out, out, "ipc"],
    detached: ownGroup,
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const letGo = passSignalsOn((signal) => child.kill(signal));
  onSpawn?.((signal) => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      const signalled = letGo();
      resolve({ code: code ?? 128 + os.constants.signals[signal ?? "SIGKILL"], signalled, output });
    });
  });
}

/**
 * @param {(signal: NodeJS.Signals) => void} pass
 * @returns {() => boolean} stops passing; whether any signal was passed
 */
function passSignalsOn(pass) {
  let passedAt = -Infinity;
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    if (performance.now() - passedAt < sameSignalMs) return;
    passedAt = performance.now();
    pass(signal === "SIGHUP" ? "SIGTERM" : signal); // a closed terminal: an orderly end too
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, onSignal);
  const stopWatching = whenNpmIsGone(() => onSignal("SIGTERM"));
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    stopWatching();
    return passedAt !== -Infinity;
  };
}

const npmCheckMs = 250;

/**
 * npm that is killed outright leaves its script running under another parent, so the parents are checked at intervals.
 *
 * @param {() => void} react
 * @returns {() => void} stops watching
 */
function whenNpmIsGone(react) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const lineage = lineageToNpm();
  const timer = setInterval(() => {
    if (lineageToNpm() === lineage) return;
    clearInterval(timer);
    react();
  }, npmCheckMs);
  return () => clearInterval(timer);
}

/** The parent's id and, where the parent is the shell that npm started, npm's. Some shells replace themselves by the script. */
function lineageToNpm() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, "utf8");
    const [, name = "", grandparent] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? [];
    return /^(?:sh|dash|ash|bash)$/.test(name) ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`; // systems without /proc have shells that replace themselves by the script
  }
}
