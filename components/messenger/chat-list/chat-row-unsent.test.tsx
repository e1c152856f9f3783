import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ChatRow } from "#components/messenger/chat-list/chat-row.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { useOutbox } from "#lib/messenger/outbox/outbox-context.tsx";
import { chatOf, me, memberId, messageOf, outgoingOf } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

function Writing({ text }: { text: string }) {
  const outbox = useOutbox();
  return <button onClick={() => outbox.add(outgoingOf({ text }))}>send</button>;
}

it("the list shows that a message waits to be sent, then that it failed", async () => {
  const answer = Promise.withResolvers<{ status: number; body: object }>();
  const chat = chatOf({ last_message: messageOf(4, { author: me }) });
  showInMessenger(
    <>
      <Writing text="до встречи" />
      <ChatRow
        chat={chat}
        memberId={memberId}
        open={false}
        menuPopup="menu"
        onMenu={() => undefined}
      />
    </>,
    () => answer.promise,
  );
  expect(screen.getByRole("img", { name: t.rowSent })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "send" }));
  expect(screen.getByText("Вы: до встречи")).toBeVisible();
  expect(screen.getByRole("img", { name: t.sending })).toBeVisible();
  answer.resolve({ status: 422, body: { message: "Нельзя", code: "invalid" } });
  expect(await screen.findByText(t.notSent)).toBeVisible();
  expect(screen.getByRole("img", { name: t.notSent })).toBeVisible();
  expect(screen.queryByRole("img", { name: t.rowSent })).toBeNull();
});
