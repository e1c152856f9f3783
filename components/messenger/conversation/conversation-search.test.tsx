// @vitest-environment jsdom
import { useQueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ConversationSearch } from "#components/messenger/conversation/conversation-search.tsx";
import {
  ConversationProvider,
  useConversation,
} from "#components/messenger/conversation/conversation-state.tsx";
import { shownToasts } from "#components/testing/render.tsx";
import { type AnswerPath, showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { receiveChange } from "#lib/messenger/cache/receive-message.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { refusal } from "#lib/testing/answer-calls.ts";
import { chatOf, messageOf } from "#lib/testing/message-samples.ts";
import texts from "#messages/ru.json" with { type: "json" };

const t = texts.Messenger;
const pageOf = (data: Message[], next: string | null = null) => ({
  body: { data, meta: { next, chats: [] } },
});
const nextPage = vi.fn<AnswerPath>();
const refused = refusal("unavailable", "Сервер занят");

function Target() {
  return <output aria-label="target">{useConversation().target?.seq}</output>;
}
/** Deletes the message with the seq 3. */
function Deletion() {
  const client = useQueryClient();
  const deleted = { ...messageOf(3), text: "", change: 1, deleted_at: "2025-11-20T13:00:00.000Z" };
  return (
    <button type="button" onClick={() => receiveChange(client, deleted)}>
      Удалить
    </button>
  );
}
const target = () => screen.getByRole("status", { name: "target" }).textContent;

/** Two messages are found and a second page is answered by `nextPage`; the older of the two is visited. */
async function visitLastLoaded() {
  showInMessenger(
    <ConversationProvider chatId={7} openAt={null}>
      <ConversationSearch chat={chatOf()} onClose={vi.fn()} />
      <Target />
    </ConversationProvider>,
    (path, body) =>
      path.includes("cursor=")
        ? nextPage(path, body)
        : pageOf([messageOf(9, { text: "Салом" }), messageOf(8, { text: "Салом" })], "b"),
  );
  await userEvent.type(screen.getByRole("searchbox"), "салом");
  const results = await screen.findAllByText("Салом");
  await userEvent.click(results[1] ?? document.body);
  await waitFor(() => expect(nextPage).toHaveBeenCalledOnce());
}
const older = () => screen.getByRole("button", { name: t.headerSearchOlder });
const newer = () => screen.getByRole("button", { name: t.headerSearchNewer });

beforeEach(() => void nextPage.mockReset());

it("a step to older results that follows a failed page tries it again, says why it fails, and goes on once it has come", async () => {
  nextPage.mockReturnValueOnce(refused).mockReturnValueOnce(refused);
  nextPage.mockReturnValue(pageOf([messageOf(7, { text: "Салом" })]));
  await visitLastLoaded();
  expect(older()).not.toHaveAttribute("aria-disabled", "true");
  await userEvent.click(older());
  await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Сервер занят"]));
  expect(target()).toBe("8");
  await userEvent.click(older());
  await waitFor(() => expect(target()).toBe("7"));
  expect(older()).toHaveAttribute("aria-disabled", "true");
});

it("a page that comes after the member has stepped back does not lead them on", async () => {
  let answer = (_answered: Awaited<ReturnType<AnswerPath>>) => {};
  nextPage.mockReturnValue(new Promise((resolve) => void (answer = resolve)));
  await visitLastLoaded();
  await userEvent.click(older());
  await userEvent.click(newer());
  answer(pageOf([messageOf(7, { text: "Салом" })]));
  await screen.findByText(/2 из 3|1 из 3/);
  expect(target()).toBe("9");
});

it("marks in each message what the words in either script have found", async () => {
  showInMessenger(<ConversationSearch chat={chatOf()} onClose={vi.fn()} />, () =>
    pageOf([messageOf(3, { text: "Экзамен завтра" }), messageOf(2, { text: "Про экзамены" })]),
  );
  await userEvent.type(screen.getByRole("searchbox"), "ekzamen");
  const results = await screen.findByRole("list", { name: t.headerSearchResults });
  const rows = await within(results).findAllByRole("listitem");
  expect(rows.map((row) => row.querySelector("mark")?.textContent)).toEqual(["Экзамен", "экзамен"]);
});

/** Types words by which these messages are found. */
async function find(messages: Message[]) {
  showInMessenger(
    <ConversationProvider chatId={7} openAt={null}>
      <ConversationSearch chat={chatOf()} onClose={vi.fn()} />
      <Target />
      <Deletion />
    </ConversationProvider>,
    () => pageOf(messages),
  );
  await userEvent.type(screen.getByRole("searchbox"), "билет");
}

/** Visits the found message with the seq 3, which is then deleted. */
async function findAndDelete(seqs: number[]) {
  await find(seqs.map((seq) => messageOf(seq, { text: "билет" })));
  const results = await screen.findAllByText("билет", { selector: "mark" });
  await userEvent.click(results[seqs.indexOf(3)] ?? document.body);
  await screen.findByText(`${seqs.indexOf(3) + 1} из ${seqs.length}`);
  await userEvent.click(screen.getByRole("button", { name: "Удалить" }));
  expect(await screen.findByText(/^Показан/)).toHaveAttribute("role", "status");
}

it("how many messages are found is announced, and then which of them is shown", async () => {
  await find([messageOf(4, { text: "билет" }), messageOf(3, { text: "билеты" })]);
  expect(await screen.findByText("Показано 2 результата")).toHaveAttribute("role", "status");
  await userEvent.click(older());
  expect(await screen.findByText("1 из 2")).toHaveAttribute("role", "status");
  expect(screen.queryByText("Показано 2 результата")).toBeNull();
});

it.each([
  { name: "older", step: older, seqs: [4, 3, 2], leadsTo: "2" },
  { name: "newer", step: newer, seqs: [4, 3, 2], leadsTo: "4" },
  { name: "newer", step: newer, seqs: [4, 3], leadsTo: "4" },
  { name: "older", step: older, seqs: [3, 2], leadsTo: "2" },
])(
  "after the visited one of the results $seqs is deleted, none is said to be visited, and the button $name leads to $leadsTo",
  async ({ step, seqs, leadsTo }) => {
    await findAndDelete(seqs);
    expect(screen.queryByText(/ из /)).toBeNull();
    await userEvent.click(step());
    await waitFor(() => expect(target()).toBe(leadsTo));
    expect(screen.getByText(/ из /)).toHaveTextContent(
      `${leadsTo === "4" ? 1 : seqs.length - 1} из ${seqs.length - 1}`,
    );
  },
);

it("after the oldest result was visited and is deleted, there is no step to an older one", async () => {
  await findAndDelete([4, 3]);
  expect(older()).toHaveAttribute("aria-disabled", "true");
});

it("it is announced that nothing is found", async () => {
  await find([]);
  expect(await screen.findByText("Ничего не найдено")).toHaveAttribute("role", "status");
  expect(screen.getByText(t.nothingFound)).toBeVisible();
});
