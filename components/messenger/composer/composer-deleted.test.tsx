import { useQueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { Composer } from "#components/messenger/composer/composer.tsx";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { windowOf } from "#lib/messenger/history/history-window.ts";
import { messagesQuery } from "#lib/messenger/cache/queries.ts";
import { chatOf, me, messageOf } from "#lib/testing/message-samples.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;
const field = () => screen.getByRole("textbox", { name: t.message });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
beforeEach(() => localStorage.clear());

function Begin(of: { reply: Message; edit: Message }) {
  const { reply, edit } = useConversation();
  return (
    <>
      <button onClick={() => reply(of.reply)}>reply</button>
      <button onClick={() => edit(of.edit)}>edit</button>
    </>
  );
}

/** Buttons that delete messages of chat 7 as another member would. */
function Deletions({ of }: { of: readonly Message[] }) {
  const client = useQueryClient();
  const show = (messages: readonly Message[]) =>
    client.setQueryData(
      messagesQuery("private", 7).queryKey,
      windowOf({ data: [...messages], meta: { first_seq: 1, last_seq: 3, last_change: 0 } }),
    );
  return of.map((message) => (
    <button
      key={message.seq}
      onClick={() => show([{ ...message, text: "", deleted_at: message.created_at }])}
    >
      delete {message.seq}
    </button>
  ));
}

describe("a message that is deleted meanwhile", () => {
  const question = messageOf(2, { text: "вопрос" });
  const own = messageOf(3, { author: me, text: "с ошипкой" });
  const showComposer = () =>
    showInMessenger(
      <>
        <Begin reply={question} edit={own} />
        <Deletions of={[question, own]} />
        <Composer chat={chatOf()} />
      </>,
      (path) =>
        path.includes("/editMessage")
          ? { status: 404, body: { success: false, message: "Ничего не найдено" } }
          : { body: { data: { draft: "", draft_version: 1 } } },
    );
  it("ends its edit: the typed text is added below the draft as a new message", async () => {
    showComposer();
    await userEvent.type(field(), "черновик");
    await press("edit");
    await userEvent.type(field(), "!");
    await press("delete 3");
    expect(screen.queryByRole("group", { name: t["composer-edit"] })).toBeNull();
    expect(field()).toHaveValue("черновик\nс ошипкой!");
  });

  it("ends the reply to it", async () => {
    showComposer();
    await press("reply");
    await userEvent.type(field(), "ответ");
    await press("delete 2");
    expect(screen.queryByRole("group", { name: t["composer-reply"] })).toBeNull();
    expect(field()).toHaveValue("ответ");
  });

  it("leaves the text of its edit in the field as long as only the edit is refused", async () => {
    showComposer();
    await press("edit");
    await userEvent.type(field(), "!{Enter}");
    expect(await screen.findByRole("group", { name: t["composer-edit"] })).toBeVisible();
    expect(field()).toHaveValue("с ошипкой!");
  });
});
