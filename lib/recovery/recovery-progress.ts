/** How far a recovery has come in this tab: kept over a reload and a change of the language, never the password. */
import * as z from "zod/mini";

/** The code itself works for less, which is for the server to say. */
const keptMs = 30 * 60_000;
const storageKey = "recovery";

/** The code is empty until it has been checked. */
const common = { at: z.number(), code: z.string() };
/** Where the code went: to the local part of a login at its account domain. */
const byMail = z.object({ ...common, localPart: z.string(), domain: z.string() });
/** Or to a phone, in E.164. */
const byPhone = z.object({ ...common, phone: z.string() });
const progress = z.union([byMail, byPhone]);
export type RecoveryProgress =
  Omit<z.infer<typeof byMail>, "at"> | Omit<z.infer<typeof byPhone>, "at">;

export type RecoveryStep = "email" | "code" | "password";
export type RecoveryWay = "mail" | "phone";

const listeners = new Set<() => void>();

/** For browsers that keep nothing: lasts until the page is loaded anew. */
let latest: string | null = null;

/** What is kept, as written; null when there is nothing, or nothing that is still of use. */
export function readWrittenProgress(): string | null {
  const written = readStorage();
  if (written === null) return null;
  try {
    return Date.now() - progress.parse(JSON.parse(written)).at < keptMs ? written : null;
  } catch {
    return null; // no version of this code wrote it
  }
}

function readStorage(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return latest; // storage is switched off
  }
}

/** `written` as readWrittenProgress gave it. */
export function parseProgress(written: string | null): RecoveryProgress | null {
  return written === null ? null : progress.parse(JSON.parse(written));
}

export function keepProgress(kept: RecoveryProgress | null): void {
  latest = kept && JSON.stringify({ ...kept, at: Date.now() });
  writeStorage(latest);
  for (const listener of listeners) listener();
}

function writeStorage(written: string | null): void {
  try {
    if (written === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, written);
  } catch {
    return; // storage is switched off: `latest` has it
  }
}

export function onProgressChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The step that the address asks for, or the last one before it whose condition is met. */
export function stepOf(search: string, kept: RecoveryProgress | null): RecoveryStep {
  const asked = new URLSearchParams(search).get("step");
  if (kept === null) return "email";
  if (asked === "password") return kept.code === "" ? "code" : "password";
  return asked === "code" ? "code" : "email";
}

/** How the address asks for the code to come. */
export const wayOf = (search: string): RecoveryWay =>
  new URLSearchParams(search).get("by") === "phone" ? "phone" : "mail";
