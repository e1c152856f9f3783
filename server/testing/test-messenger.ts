/** Calls of the messenger with which many tests begin. */
import { randomUUID } from "node:crypto";
import type { Chat, ChatKind, ChatList, History, Message } from "#lib/messenger/contract/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface Caller {
  token: string;
}

export function testMessenger(kampus: TestKampus) {
  const messenger = {
    open: ({ token }: Caller, { id }: { id: number }) =>
      dataFrom<Chat>(kampus.post(`/messenger/private/create/chat/${id}`, {}, { token })),

    async group({ token }: Caller, title: string, members: { id: number }[]): Promise<Chat> {
      const [first, ...others] = members.map(({ id }) => id);
      return dataFrom<Chat>(
        kampus.post(`/messenger/group/create/chat/${first}`, { title, members: others }, { token }),
      );
    },

    send: ({ token }: Caller, chat_id: number, message: object | string = "Салом", x = "private") =>
      kampus.post(
        `/messenger/${x}/sendMessage`,
        {
          chat_id,
          client_id: randomUUID(),
          ...(typeof message === "string" ? { text: message } : message),
        },
        { token },
      ),

    /** The message as stored. */
    say: (caller: Caller, chatId: number, message?: object | string, x?: ChatKind) =>
      dataFrom<Message>(messenger.send(caller, chatId, message, x)),

    read: ({ token }: Caller, chatId: number, seq: unknown, x = "private") =>
      kampus.post(`/messenger/${x}/readMessages/${chatId}`, { seq }, { token }),

    getMessages: ({ token }: Caller, chatId: number | string, query = {}, x = "private") =>
      kampus.get(`/messenger/${x}/getMessages/${chatId}`, { token, query }),

    async history(caller: Caller, chatId: number, query = {}, x?: ChatKind): Promise<History> {
      return (await messenger.getMessages(caller, chatId, query, x)).json<History>();
    },

    async chats({ token }: Caller, query: Record<string, string> = {}, x = "all") {
      return (await kampus.get(`/messenger/chats/${x}`, { token, query })).json<ChatList>();
    },

    chat: ({ token }: Caller, chatId: number, x: ChatKind = "private") =>
      dataFrom<Chat>(kampus.get(`/messenger/chats/${x}/${chatId}`, { token })),

    async unread({ token }: Caller): Promise<number> {
      const answer = await kampus.get("/messenger/new/messages", { token });
      return answer.json<{ new_messages_count: number }>().new_messages_count;
    },
  };
  return messenger;
}
