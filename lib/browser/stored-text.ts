/**
 * Short texts in the storage of this browser, which may be full or switched off: then nothing is stored, and nothing is
 * found.
 */
type Place = "localStorage" | "sessionStorage";

export function readStoredText(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Null removes it. */
export function storeText(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, text);
  } catch {
    return; // the page goes on without it
  }
}
