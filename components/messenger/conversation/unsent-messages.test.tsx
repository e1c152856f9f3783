import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { useChosenBoard, useOutbox } from "#lib/messenger/outbox/outbox-context.tsx";
import { draftOf, writeDraft } from "#lib/messenger/drafts/drafts.ts";
import { asksBeforeLeaving } from "#lib/testing/asks-before-leaving.ts";
import { memberId, outgoingOf } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

function Writing() {
  const outbox = useOutbox();
  const write = () => {
    for (const text of ["Перенесём на субботу?", "Я принесу торт"])
      outbox.add(outgoingOf({ kind: "group", clientId: text, text }));
    outbox.add(outgoingOf({ kind: "group", chatId: 8, clientId: "other", text: "в другой чат" }));
  };
  return <button onClick={write}>write</button>;
}

beforeEach(() => localStorage.clear());

it("what was written to a group before the removal from it can be copied and deleted there", async () => {
  const gone = { status: 404, body: { message: "Ничего не найдено", code: "not_found" } };
  const user = userEvent.setup();
  showInMessenger(
    <>
      <Writing />
      <Conversation kind="group" chatId={7} />
    </>,
    () => gone,
  );
  expect(await screen.findByText(t.notFound)).toBeVisible();
  expect(screen.queryByRole("region", { name: t.notSent })).toBeNull();
  await user.click(screen.getByRole("button", { name: "write" }));
  const unsent = await screen.findByRole("region", { name: t.notSent });
  const [first] = within(unsent).getAllByRole("listitem");
  if (!first) throw new Error("nothing is listed");
  expect(within(unsent).getAllByRole("listitem")).toHaveLength(2);
  await user.click(within(first).getByRole("button", { name: t.copy }));
  expect(await navigator.clipboard.readText()).toBe("Перенесём на субботу?");
  await user.click(within(first).getByRole("button", { name: t.delete }));
  expect(within(unsent).queryByText("Перенесём на субботу?")).toBeNull();
  expect(within(unsent).getByText("Я принесу торт")).toBeVisible();
  expect(screen.getByRole("heading", { name: t.notSent })).toHaveFocus();
  const last = within(unsent).getByRole("button", { name: t.delete });
  expect(last).toHaveAccessibleDescription("Я принесу торт");
  await user.click(last);
  expect(unsent).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: t.toChats })).toHaveFocus();
});

/** Chooses a file for the next message to the group. */
function Choosing() {
  const chosen = useChosenBoard();
  const choose = () => void chosen.add(7, [new File(["text"], "план.txt")]);
  return <button onClick={choose}>choose</button>;
}

it("what a member was writing to a group when they were removed from it can be copied and deleted there, and leaving asks nothing", async () => {
  const gone = { status: 404, body: { message: "Ничего не найдено", code: "not_found" } };
  const user = userEvent.setup();
  writeDraft(memberId, { kind: "group", id: 7 }, { text: "Встретимся у входа" });
  const answered = Promise.withResolvers<undefined>();
  showInMessenger(
    <>
      <Choosing />
      <Conversation kind="group" chatId={7} />
    </>,
    () => answered.promise.then(() => gone),
  );
  await user.click(screen.getByRole("button", { name: "choose" }));
  expect(asksBeforeLeaving()).toBe(true);
  answered.resolve(undefined);
  const unsent = await screen.findByRole("region", { name: t.notSent });
  expect(asksBeforeLeaving()).toBe(false);
  await user.click(within(unsent).getByRole("button", { name: t.copy }));
  expect(await navigator.clipboard.readText()).toBe("Встретимся у входа");
  await user.click(within(unsent).getByRole("button", { name: t.delete }));
  expect(unsent).not.toBeInTheDocument();
  expect(draftOf(memberId, 7)?.text).toBe("");
});
