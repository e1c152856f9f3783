import { useState } from "react";
import { createClientId } from "#lib/http/client-id.ts";

/**
 * Returns the `client_id` for what a form sends (D-REPEATED): the same for the same content, so that the second press after
 * a lost answer makes nothing twice, and another for a content that was changed meanwhile, since what the server stored
 * first would be the answer.
 */
export function useClientId(): (content: object) => string {
  const [idOf] = useState(() => {
    let last = { content: "", id: "" };
    return (content: object) => {
      const written = JSON.stringify(content);
      if (written !== last.content) last = { content: written, id: createClientId() };
      return last.id;
    };
  });
  return idOf;
}
