import type { Written } from "#lib/messenger/drafts/mention-text.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** What the field of a chat is for. */
export type Composing =
  | { mode: "new" }
  | { mode: "reply"; message: Message }
  /** `written`: what the message is to say, if more than begun. */
  | { mode: "edit"; message: Message; written?: Written | undefined };
