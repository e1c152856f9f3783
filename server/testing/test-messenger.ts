/** Calls of the messenger with which many tests begin. */
import { randomUUID } from "node:crypto";
import type { Chat, ChatKind, ChatList, History, Message } from "#lib/messenger/contract/schema.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface Caller {
  token: string;
}

export function testMessenger(kampus: TestKampus) {
  const messenger = {
    async open({ token }: Caller, { id }: { id: number }): Promise<Chat> {
      const answer = await kampus.post(`/messenger/private/create/chat/${id}`, {}, { token });
      return answer.json<{ data: Chat }>().data;
    },

    async group({ token }: Caller, title: string, members: { id: number }[]): Promise<Chat> {
      const [first, ...others] = members.map(({ id }) => id);
      const answer = await kampus.post(
        `/messenger/group/create/chat/${first}`,
        { title, members: others },
        { token },
      );
      if (answer.statusCode !== 200) throw new Error(`create group: ${answer.body}`);
      return answer.json<{ data: Chat }>().data;
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
    async say(
      caller: Caller,
      chatId: number,
      message?: object | string,
      x?: ChatKind,
    ): Promise<Message> {
      const answer = await messenger.send(caller, chatId, message, x);
      if (answer.statusCode !== 201) throw new Error(`sendMessage: ${answer.body}`);
      return answer.json<{ data: Message }>().data;
    },

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

    async chat({ token }: Caller, chatId: number, x: ChatKind = "private"): Promise<Chat> {
      const answer = await kampus.get(`/messenger/chats/${x}/${chatId}`, { token });
      return answer.json<{ data: Chat }>().data;
    },

    async unread({ token }: Caller): Promise<number> {
      const answer = await kampus.get("/messenger/new/messages", { token });
      return answer.json<{ new_messages_count: number }>().new_messages_count;
    },
  };
  return messenger;
}
