/** Short texts in the storage of this browser. Where it is full nothing is stored, where it is switched off nothing is found. */
type StorageName = "localStorage" | "sessionStorage";

export function readStoredText(storage: StorageName, key: string): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

export function storedKeys(storage: StorageName, prefix: string): string[] {
  try {
    return Object.keys(globalThis[storage]).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Null removes it. */
export function storeText(storage: StorageName, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
  } catch {
    return; // the page goes on without it
  }
}
