"use client";

import { useSearchParams } from "next/navigation";

/** The message that the address names (`?seq=`); null: none. */
export function useSeqOfAddress(): number | null {
  const seq = Number(useSearchParams().get("seq") ?? "");
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null;
}

/** Takes it out of the address, once it is shown: the same link leads there again. */
export function forgetSeqOfAddress(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has("seq")) return;
  url.searchParams.delete("seq");
  window.history.replaceState(null, "", url);
}
