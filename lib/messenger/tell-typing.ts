"use client";

import { useRef } from "react";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

const atMostEveryMs = 3000;

/** Tells the others that the member writes. Nothing depends on it: a failure is let pass. */
export function useTellTyping({ kind, id }: Pick<Chat, "id" | "kind">): () => void {
  const toldAt = useRef(0);
  return () => {
    const now = Date.now();
    if (now - toldAt.current < atMostEveryMs) return;
    toldAt.current = now;
    api.post(`/messenger/${kind}/typing/${id}`, messageBody, {}).catch(() => undefined);
  };
}
