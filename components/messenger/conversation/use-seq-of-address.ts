"use client";

import { useSearchParams } from "next/navigation";
import { setSearchParams } from "#lib/browser/set-search-params.ts";

/** The seq of the message that the address names (`?seq=`); null for none. */
export function useSeqOfAddress(): number | null {
  const seq = Number(useSearchParams().get("seq") ?? "");
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null;
}

/** Removes the seq from the address once the message is shown, so that the same link leads there again. */
export const forgetSeqOfAddress = () => setSearchParams({ seq: "" });
