// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "#lib/testing/answer-calls.ts";
import { SocketProvider } from "#lib/api/socket.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { draftOf, writeDraft } from "#lib/messenger/drafts/drafts.ts";
import { saveDraft, textsSent, useDraftsOfDevices } from "#lib/messenger/drafts/save-drafts.ts";
import { memberId } from "#lib/testing/message-samples.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const chat = { kind: "private", id: 7 } as const;
const opened = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <SocketProvider token="secret">{children}</SocketProvider>
  </QueryClientProvider>
);

interface Sent {
  text: string;
  version: number;
}
/** The draft as the server has it: stored where the version is the one before, as D-MESSENGER asks. */
let stored: Sent;
let sent: Sent[];
/** What was sent, whole. */
let bodies: unknown[];
/** The first call waits for it. */
let gate: PromiseWithResolvers<void>;
let isFirstLost: boolean;
/** Whether what is sent is stored, and the answer does not come. */
let isAnswerLost: boolean;
/** Whether the member is in the chat no longer. */
let isGone: boolean;
beforeEach(() => {
  localStorage.clear();
  stored = { text: "", version: 0 };
  sent = [];
  bodies = [];
  gate = Promise.withResolvers();
  isFirstLost = false;
  isAnswerLost = false;
  isGone = false;
  answerCalls(async (_call, body) => {
    const { text, version } = body as Sent; // the body of a draft
    sent.push({ text, version });
    bodies.push(body);
    if (isGone) return refusal("not_found", "Ничего не найдено");
    const isFirst = sent.length === 1;
    if (isFirst && isFirstLost) {
      await gate.promise;
      throw new TypeError("no connection");
    }
    if (version === stored.version) stored = { text, version: version + 1 };
    if (isAnswerLost) throw new TypeError("no connection");
    const answer = { body: { data: { ...stored, mentions: [], seq: 1 } } };
    if (isFirst) await gate.promise;
    return answer;
  });
});

const leave = () => window.dispatchEvent(new Event("pagehide"));
const write = (text: string) => writeDraft(memberId, chat, { text });

it("a page that is left sends the newest text at once, although another one is being saved", async () => {
  renderHook(() => useDraftsOfDevices(memberId), { wrapper: opened });
  write("приду");
  const saved = saveDraft(memberId, chat);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  write("приду в девять");
  leave();
  expect(sent).toEqual([
    { text: "приду", version: 0 },
    { text: "приду в девять", version: 1 },
  ]);
  await vi.waitFor(() => expect(stored).toEqual({ text: "приду в девять", version: 2 }));
  gate.resolve();
  await saved;
  expect(draftOf(memberId, chat.id)).toMatchObject({ text: "приду в девять", unsaved: false });
});

it("a page that is left stores its newest text in the browser as unsaved where the one before was lost, and saves it later", async () => {
  isFirstLost = true;
  renderHook(() => useDraftsOfDevices(memberId), { wrapper: opened });
  write("приду");
  const saved = saveDraft(memberId, chat);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  write("приду в девять");
  leave();
  gate.resolve();
  await saved;
  expect(stored).toEqual({ text: "", version: 0 });
  expect(draftOf(memberId, chat.id)).toMatchObject({ text: "приду в девять", unsaved: true });
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(stored).toEqual({ text: "приду в девять", version: 1 }));
});

it.each([
  ["the connection is back", () => receiveEvent("disconnect").then(() => receiveEvent("connect"))],
  ["the server says that events were lost", () => receiveEvent("resync", {})],
])("a draft that the server could not take is saved once %s", async (_, comeBack) => {
  isFirstLost = true;
  gate.resolve();
  renderHook(() => useDraftsOfDevices(memberId), { wrapper: opened });
  await receiveEvent("connect");
  write("приду");
  await saveDraft(memberId, chat);
  expect(draftOf(memberId, chat.id)).toMatchObject({ unsaved: true });
  await comeBack();
  await vi.waitFor(() => expect(stored).toEqual({ text: "приду", version: 1 }));
});

it("a page that is left while its newest text is being saved sends nothing twice", async () => {
  renderHook(() => useDraftsOfDevices(memberId), { wrapper: opened });
  write("приду");
  const saved = saveDraft(memberId, chat);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  leave();
  gate.resolve();
  await saved;
  expect(sent).toHaveLength(1);
});

it("a draft that was sent without a network erases no text that was written on another device since", async () => {
  isFirstLost = true;
  renderHook(() => useDraftsOfDevices(memberId), { wrapper: opened });
  write("приду");
  write("");
  gate.resolve();
  await saveDraft(memberId, chat);
  stored = { text: "длинный ответ с ноутбука", version: 6 };
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(draftOf(memberId, chat.id)?.text).toBe(stored.text));
  expect(stored.version).toBe(6);
  expect(draftOf(memberId, chat.id)).toMatchObject({ version: 6, unsaved: false });
});

it("text that was sent while it was being saved does not come back", async () => {
  renderHook(() => useDraftsOfDevices(memberId), { wrapper: opened });
  write("приду");
  const saved = saveDraft(memberId, chat);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  write("при"); // not what is being saved, and not longer
  write("");
  gate.resolve();
  await saved;
  expect(stored).toEqual({ text: "", version: 2 });
  expect(draftOf(memberId, chat.id)).toMatchObject({ text: "", unsaved: false });
});

it("text that was saved without an answer, and was then corrected and sent, does not come back", async () => {
  renderHook(() => useDraftsOfDevices(memberId), { wrapper: opened });
  gate.resolve();
  isAnswerLost = true;
  write("как дила");
  await saveDraft(memberId, chat);
  write("как дела");
  write("");
  isAnswerLost = false;
  await saveDraft(memberId, chat);
  expect(draftOf(memberId, chat.id)).toMatchObject({ text: "", unsaved: false });
  expect(stored.text).toBe("");
});

it("a draft is saved with the members who are named in it", async () => {
  const named = {
    text: "привет, @Мадина Юсупова",
    mentions: [{ id: 2, offset: 8, length: 15 }],
  };
  writeDraft(memberId, chat, named);
  gate.resolve();
  await saveDraft(memberId, chat);
  expect(bodies).toEqual([{ ...named, version: 0 }]);
});

it("a draft of a chat that is gone stays in this browser, and is sent once more only after it was changed", async () => {
  isGone = true;
  renderHook(() => useDraftsOfDevices(memberId), { wrapper: opened });
  write("приду");
  await saveDraft(memberId, chat);
  await receiveEvent("resync", {});
  leave();
  expect(sent).toHaveLength(1);
  expect(draftOf(memberId, chat.id)).toMatchObject({ text: "приду", unsaved: true });
  isGone = false;
  gate.resolve();
  write("приду в девять");
  await receiveEvent("resync", {});
  await vi.waitFor(() => expect(stored).toEqual({ text: "приду в девять", version: 1 }));
});

it("an empty draft of a chat that is gone is forgotten", async () => {
  isGone = true;
  write("приду");
  write("");
  await saveDraft(memberId, chat);
  expect(draftOf(memberId, chat.id)).toBeNull();
  expect(Object.keys(localStorage)).toEqual([]);
});

it("a text that is sent again and again without an answer is kept once", async () => {
  const other = { kind: "private", id: 8 } as const;
  isAnswerLost = true;
  writeDraft(memberId, other, { text: "приду" });
  for (let attempt = 0; attempt < 3; attempt += 1) await saveDraft(memberId, other);
  expect(sent).toHaveLength(3);
  expect(textsSent(other.id)).toEqual(["приду"]);
});
