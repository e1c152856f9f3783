import type {
  DeleteMessageInput,
  EditMessageInput,
  ReactInput,
} from "#lib/messenger/contract/change-schema.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/http/failure.ts";
import {
  deleteMessage,
  editMessage,
  findMessage,
  type MessageChange,
  react,
} from "#server/messenger/change/change-message.ts";
import { listChangeRecipients } from "#server/messenger/change/read-changes.ts";
import type { NamedChat } from "#server/messenger/chats/find-membership.ts";
import type { MessageRow, Place, ShowMessages } from "#server/messenger/history/show-messages.ts";
import {
  asSeenBy,
  type PrepareForms,
  publishMessage,
} from "#server/messenger/notify/publish-message.ts";
import { createTurns } from "#server/messenger/change/turns.ts";
import type { Publish } from "#server/realtime/realtime.ts";
import type { ReaderId } from "#server/visibility.ts";

interface Options {
  db: Db;
  show: ShowMessages;
  publish: Publish;
  prepareForms: PrepareForms;
  /** Deletes media that one message fewer refers to, if nothing else does. */
  freeMedia: (ids: number[]) => Promise<void>;
}

export type MessageChanges = ReturnType<typeof createMessageChanges>;

/**
 * Editing, deleting and reacting: stored first, then published to those who see the message. What is requested again
 * changes nothing and is published again, as the message is now.
 */
export function createMessageChanges(options: Options) {
  const { db, show, publish, prepareForms, freeMedia } = options;
  const inTurn = createTurns();

  /** The message for those who see it; undefined where its author was purged. */
  const prepare = async (row: MessageRow, userId: ReaderId) => {
    // Shown without a reader, because it is published to several.
    const [shown] = await show(null, [row]);
    if (!shown) return undefined;
    const recipients = await listChangeRecipients(db, userId, row);
    const readerIds = recipients.map(({ user_id }) => user_id);
    if (userId !== null) readerIds.push(userId);
    const formFor = await prepareForms([{ message: shown, readerIds }]);
    return { shown, recipients, formFor };
  };

  const changeWith =
    <Input>(
      store: (db: Db, userId: number, chat: NamedChat, input: Input) => Promise<MessageChange>,
    ) =>
    async (userId: number, chat: NamedChat, input: Input): Promise<Message> => {
      // Stored and published before the next change, so that devices receive the changes of a chat in their order.
      const { message, freed } = await inTurn(chat.id, async () => {
        const { row, changed, freed: media } = await store(db, userId, chat, input);
        const prepared = await prepare(row, userId);
        if (!prepared) return { message: undefined, freed: media };
        const { shown, recipients, formFor } = prepared;
        // One that was stored before may never have been published: its node may have died between the two.
        if (changed || row.change !== null)
          publishMessage(publish, "message_changed", shown, { recipients, formFor });
        const own = recipients.find(({ user_id }) => user_id === userId);
        const answered = own ? asSeenBy(shown, own) : shown;
        return { message: formFor(answered, userId), freed: media };
      });
      if (!message) throw notFound();
      if (freed.length > 0) await freeMedia(freed);
      return message;
    };

  return {
    edit: changeWith<EditMessageInput>(editMessage),
    delete: changeWith<DeleteMessageInput>(deleteMessage),
    react: changeWith<ReactInput>(react),

    /** Publishes a message that the operator has taken down, and deletes the files that it freed. */
    async publishTakenDown(place: Place, freed: number[]): Promise<void> {
      await inTurn(place.chat_id, async () => {
        const row = await findMessage(db, place);
        const prepared = row && (await prepare(row, null));
        if (prepared) publishMessage(publish, "message_changed", prepared.shown, prepared);
      });
      if (freed.length > 0) await freeMedia(freed);
    },
  };
}
