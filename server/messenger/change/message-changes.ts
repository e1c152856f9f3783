import type { ChatKind, Message } from "#lib/messenger/contract/schema.ts";
import type {
  DeleteMessageInput,
  EditMessageInput,
  ReactInput,
} from "#lib/messenger/contract/change-schema.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/http/failure.ts";
import {
  deleteMessage,
  editMessage,
  type MessageChange,
  react,
} from "#server/messenger/change/change-message.ts";
import { listChangeHearers } from "#server/messenger/change/changes.ts";
import { asSeenBy, type PrepareAddresses, tellMessage } from "#server/messenger/hearers.ts";
import type { Tell } from "#server/messenger/tell.ts";
import type { ShowMessages } from "#server/messenger/history/show-messages.ts";
import { createTurns } from "#server/messenger/send/turns.ts";

interface Options {
  db: Db;
  show: ShowMessages;
  tell: Tell;
  prepareAddresses: PrepareAddresses;
  /** Media that hang on one message less: those that nothing holds any more go. */
  freeMedia: (ids: number[]) => Promise<void>;
}

interface Chat {
  id: number;
  x: ChatKind;
}

export type MessageChanges = ReturnType<typeof createMessageChanges>;

/** Editing, deleting and reacting: what is stored first, then told to those who see it. */
export function createMessageChanges(options: Options) {
  const { db, show, tell, prepareAddresses, freeMedia } = options;
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
        const readerIds = [userId, ...hearers.map(({ user_id }) => user_id)];
        const addressTo = await prepareAddresses([{ message: shown, readerIds }]);
        if (changed) tellMessage(tell, "message_changed", shown, { hearers, addressTo });
        const own = hearers.find(({ user_id }) => user_id === userId);
        const answered = own ? asSeenBy(shown, own) : shown;
        return { message: addressTo(answered, userId), freed: media };
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
