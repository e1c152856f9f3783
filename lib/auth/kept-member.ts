/** Who was signed in here last: without a network, the pages that this browser keeps are still theirs. */
import * as z from "zod/mini";
import { type User, user } from "#lib/auth/schema.ts";

const key = "member";
const kept = z.object({ session: z.number(), member: user });

export function keepMember(token: string, member: User): void {
  try {
    localStorage.setItem(key, JSON.stringify({ session: hashOf(token), member }));
  } catch {
    // Storage is full or switched off: the server is asked every time.
  }
}

/** Null unless it was this very session. */
export function keptMember(token: string): User | null {
  try {
    const found = kept.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
    return found?.session === hashOf(token) ? found.member : null;
  } catch {
    return null;
  }
}

export function forgetMember(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}

/** Tells sessions apart without laying their tokens down (FNV-1a, 32 bits). */
function hashOf(token: string): number {
  let hash = 0x811c9dc5;
  for (const character of token)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
