// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { beforeEach, expect, it } from "vitest";
import { answerCalls, type SentRequest } from "#lib/testing/answer-calls.ts";
import { type HistoryWindow, windowOf } from "#lib/messenger/history/history-window.ts";
import { messagesQuery } from "#lib/messenger/cache/queries.ts";
import { useLinkRenewal } from "#lib/messenger/attachments/use-link-renewal.ts";
import { messageOf } from "#lib/testing/message-samples.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

const chat = { kind: "private", chatId: 7 } as const;
const { queryKey } = messagesQuery("private", 7);
const nowS = Math.floor(Date.now() / 1000);
const linkTo = (id: number, expires: number) =>
  `/files/media/${id}/file?reader=1&epoch=0&expires=${expires}&signature=s`;
const withFile = (seq: number, expires: number): Message =>
  messageOf(seq, {
    attachments: [
      {
        ...{ id: seq, name: "a.png", mime: "image/png", kind: "image", size: 1 },
        ...{ url: linkTo(seq, expires), thumb_url: null, width: 1, height: 1 },
        created_at: "2025-11-20T12:00:00.000Z",
      },
    ],
  });
const page = (data: Message[]) => ({ data, meta: { first_seq: 1, last_seq: 3, last_change: 0 } });

let client: QueryClient;
let asked: SentRequest[];
beforeEach(() => {
  document.body.replaceChildren();
  client = new QueryClient();
  asked = answerCalls(() => ({
    body: page([withFile(2, nowS + 172_800), messageOf(3, { text: "as the server has it" })]),
  }));
});

const open = (expires: number) => {
  const history: HistoryWindow = windowOf(
    page([messageOf(1), withFile(2, expires), messageOf(3, { text: "as it is shown" })]),
  );
  client.setQueryData(queryKey, history);
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  return renderHook(() => useLinkRenewal(chat, history), { wrapper });
};
const shown = () => client.getQueryData(queryKey)?.messages ?? [];
const shownLink = () => shown()[1]?.attachments[0]?.url;
const fail = (source: string) => {
  const image = document.createElement("img");
  image.setAttribute("src", source);
  document.body.append(image);
  image.dispatchEvent(new Event("error"));
};

it("a chat that was cached for days gets new addresses of its files, and nothing else of it changes", async () => {
  open(nowS - 1);
  await waitFor(() => expect(shownLink()).toBe(linkTo(2, nowS + 172_800)));
  expect(asked.map(({ call }) => call)).toEqual([
    "GET /messenger/private/getMessages/7?after=1&limit=100",
  ]);
  expect(shown()[2]?.text).toBe("as it is shown");
});

it("the addresses are requested once when files cannot be shown, however many cannot", async () => {
  open(nowS + 60);
  expect(asked).toEqual([]);
  for (const id of [2, 2, 3]) fail(linkTo(id, nowS + 60));
  await waitFor(() => expect(shownLink()).toBe(linkTo(2, nowS + 172_800)));
  expect(asked).toHaveLength(1);
});

it("nothing is requested for public pictures", () => {
  open(nowS + 60);
  fail("/files/images/a/full.webp");
  expect(asked).toEqual([]);
});
