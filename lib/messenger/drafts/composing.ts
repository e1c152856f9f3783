import type { Written } from "#lib/messenger/drafts/mention-text.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** What the composer of a chat is used for: a new message, a reply or an edit. */
export type Composing =
  | { mode: "new" }
  | { mode: "reply"; message: Message }
  /** `written`: the edited text, once it differs from the message. */
  | { mode: "edit"; message: Message; written?: Written | undefined };
