/** Calls that change stored messages. */
import type { Changes, Message } from "#lib/messenger/contract/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface Caller {
  token: string;
}

/** In chats of one kind. */
export function testMessageChanges(kampus: TestKampus, x: "private" | "group" = "private") {
  const call =
    (name: "editMessage" | "deleteMessage" | "react") =>
    ({ token }: Caller, chatId: number, body: object) =>
      kampus.post(`/messenger/${x}/${name}/${chatId}`, body, { token });
  const done = (send: ReturnType<typeof call>) => (caller: Caller, id: number, body: object) =>
    dataFrom<Message>(send(caller, id, body));
  const [edit, remove, react] = [call("editMessage"), call("deleteMessage"), call("react")];
  const getChanges = ({ token }: Caller, chatId: number, query: Record<string, string> = {}) =>
    kampus.get(`/messenger/${x}/getChanges/${chatId}`, { token, query });

  return {
    edit,
    remove,
    react,
    getChanges,
    /** The message as it is after that. */
    edited: done(edit),
    removed: done(remove),
    reacted: done(react),
    changes: async (caller: Caller, chatId: number, query?: Record<string, string>) =>
      (await getChanges(caller, chatId, query)).json<Changes>(),
  };
}
