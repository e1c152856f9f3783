import { type ChatKind, chatParams } from "#lib/messenger/contract/schema.ts";

export interface ChatAddress {
  kind: ChatKind;
  chatId: number;
}

/** The chat that a path without locale names: `/private/12`, `/group/12`; null: the list alone. */
export function chatAddressOf(path: string): ChatAddress | null {
  const [, x, id, ...rest] = path.split("/");
  const parsed = chatParams.safeParse({ x, id });
  return parsed.success && rest.length === 0
    ? { kind: parsed.data.x, chatId: parsed.data.id }
    : null;
}
