import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Composing } from "#lib/messenger/drafts/composing.ts";
import { messagesQuery } from "#lib/messenger/cache/queries.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** Calls when the message that is answered or edited was deleted meanwhile. */
export function useDeletedMeanwhile(
  { kind, id }: Chat,
  composing: Composing,
  onDeleted: () => void,
): void {
  const seq = composing.mode === "new" ? null : composing.message.seq;
  const { data: isDeleted = false } = useQuery({
    ...messagesQuery(kind, id),
    select: ({ messages }) =>
      messages.some((message) => message.seq === seq && message.deleted_at !== null),
  });
  const tell = useEffectEvent(onDeleted);
  useEffect(() => {
    if (isDeleted) tell();
  }, [isDeleted]);
}
