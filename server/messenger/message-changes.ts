import type { ChatKind, Message } from "#lib/messenger/schema.ts";
import type {
  DeleteMessageInput,
  EditMessageInput,
  ReactInput,
} from "#lib/messenger/change-schema.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/failure.ts";
import {
  deleteMessage,
  editMessage,
  type MessageChange,
  react,
} from "#server/messenger/change-message.ts";
import { listChangeHearers } from "#server/messenger/changes.ts";
import { asSeenBy, tellMessage } from "#server/messenger/hearers.ts";
import type { Tell } from "#server/messenger/tell.ts";
import type { ShowMessages } from "#server/messenger/show-messages.ts";
import { createTurns } from "#server/messenger/turns.ts";

interface Options {
  db: Db;
  show: ShowMessages;
  tell: Tell;
  /** Media that hang on one message less: those that nothing holds any more go. */
  freeMedia: (ids: number[]) => Promise<void>;
}

interface Chat {
  id: number;
  x: ChatKind;
}

export type MessageChanges = ReturnType<typeof createMessageChanges>;

/** Editing, deleting and reacting: what is stored first, then told to those who see it. */
export function createMessageChanges({ db, show, tell, freeMedia }: Options) {
  const inTurn = createTurns();

  const changeWith =
    <Input>(store: (db: Db, userId: number, chat: Chat, input: Input) => Promise<MessageChange>) =>
    async (userId: number, chat: Chat, input: Input): Promise<Message> => {
      // Stored and told before the next: so devices hear the changes of a chat in their order.
      const { message, freed } = await inTurn(chat.id, async () => {
        const { row, changed, freed: media } = await store(db, userId, chat, input);
        // As everybody sees it: it is told to several.
        const [shown] = await show(null, [row]);
        if (!shown) return { message: shown, freed: media };
        const hearers = await listChangeHearers(db, userId, row);
        if (changed) tellMessage(tell, "message_changed", shown, hearers);
        const own = hearers.find(({ user_id }) => user_id === userId);
        return { message: own ? asSeenBy(shown, own) : shown, freed: media };
      });
      if (!message) throw notFound();
      if (freed.length > 0) await freeMedia(freed);
      return message;
    };

  return {
    edit: changeWith<EditMessageInput>(editMessage),
    delete: changeWith<DeleteMessageInput>(deleteMessage),
    react: changeWith<ReactInput>(react),
  };
}
