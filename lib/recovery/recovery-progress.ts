/** The progress of a recovery in this tab, stored across a reload and a change of language, without the password. */
import * as z from "zod/mini";
import { createListeners } from "#lib/browser/store.ts";
import { storeText } from "#lib/browser/stored-text.ts";

/** The code itself expires earlier, which the server decides. */
const storedForMs = 30 * 60_000;
const storageKey = "recovery";

/** The code is empty until it has been checked. */
const common = { at: z.number(), code: z.string() };
/** The code was sent to the local part of a login at its account domain. */
const byMail = z.object({ ...common, localPart: z.string(), domain: z.string() });
/** The code was sent to a phone, in E.164. */
const byPhone = z.object({ ...common, phone: z.string() });
export type RecoveryProgress =
  Omit<z.infer<typeof byMail>, "at"> | Omit<z.infer<typeof byPhone>, "at">;

export type RecoveryStep = "email" | "code" | "password";
export type RecoveryWay = "mail" | "phone";

/** Parses by hand, because a zod union would add weight to the account pages that nothing else there needs. */
function parse(written: string) {
  const stored: unknown = JSON.parse(written);
  const mailed = byMail.safeParse(stored);
  return mailed.success ? mailed.data : byPhone.parse(stored);
}

const listeners = createListeners();
export const onProgressChange = listeners.subscribe;

/** For browsers without storage: lasts until a reload. */
let latest: string | null = null;

/** The stored progress as it was written; null when there is none or it has expired. */
export function readWrittenProgress(): string | null {
  const written = readStorage();
  if (written === null) return null;
  try {
    return Date.now() - parse(written).at < storedForMs ? written : null;
  } catch {
    return null; // no version of this code wrote it
  }
}

function readStorage(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return latest; // storage is switched off, and `latest` has the progress
  }
}

/** `written` as readWrittenProgress gave it. */
export function parseProgress(written: string | null): RecoveryProgress | null {
  return written === null ? null : parse(written);
}

export function storeProgress(stored: RecoveryProgress | null): void {
  latest = stored && JSON.stringify({ ...stored, at: Date.now() });
  storeText("sessionStorage", storageKey, latest);
  listeners.call();
}

/** The step in the address, or the last one before it whose condition is met. */
export function stepOf(search: string, stored: RecoveryProgress | null): RecoveryStep {
  const requested = new URLSearchParams(search).get("step");
  if (stored === null) return "email";
  if (requested === "password") return stored.code === "" ? "code" : "password";
  return requested === "code" ? "code" : "email";
}

/** The way by which the code is sent, as the address says. */
export const wayOf = (search: string): RecoveryWay =>
  new URLSearchParams(search).get("by") === "phone" ? "phone" : "mail";
