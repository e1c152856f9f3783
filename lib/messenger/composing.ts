import type { Message } from "#lib/messenger/schema.ts";

/** What the field of a chat is for. */
export type Composing =
  { mode: "new" } | { mode: "reply"; message: Message } | { mode: "edit"; message: Message };
