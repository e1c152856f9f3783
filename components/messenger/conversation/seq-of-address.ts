"use client";

import { useSearchParams } from "next/navigation";
import { setSearchParams } from "#lib/browser/set-search-params.ts";

/** The message that the address names (`?seq=`); null: none. */
export function useSeqOfAddress(): number | null {
  const seq = Number(useSearchParams().get("seq") ?? "");
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null;
}

/** Takes it out of the address, once it is shown: the same link leads there again. */
export const forgetSeqOfAddress = () => setSearchParams({ seq: "" });
