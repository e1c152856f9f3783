import type { Written } from "#lib/messenger/drafts/mention-text.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** What the composer of a chat is used for: a new message, a reply or an edit. */
export type Composing =
  | { mode: "new" }
  | { mode: "reply"; message: Message }
  /** `written`: what the message is to say, if more than begun. */
  | { mode: "edit"; message: Message; written?: Written | undefined };
