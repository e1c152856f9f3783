/** Calls that change stored messages. */
import type { Changes, Message } from "#lib/messenger/contract/schema.ts";
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
  const done =
    (send: ReturnType<typeof call>) => async (caller: Caller, id: number, body: object) => {
      const answer = await send(caller, id, body);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json<{ data: Message }>().data;
    };
  const [edit, remove, react] = [call("editMessage"), call("deleteMessage"), call("react")];
  const getChanges = ({ token }: Caller, chatId: number, query: Record<string, string> = {}) =>
    kampus.get(`/messenger/${x}/getChanges/${chatId}`, { token, query });

  return {
    ...{ edit, remove, react, getChanges },
    /** The message as it is after that. */
    edited: done(edit),
    removed: done(remove),
    reacted: done(react),
    changes: async (caller: Caller, chatId: number, query?: Record<string, string>) =>
      (await getChanges(caller, chatId, query)).json<Changes>(),
  };
}
