import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setClientTexts } from "#lib/api/api-failure.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { chatKey } from "#lib/messenger/cache/queries.ts";
import { useChangeGroup, useCreateGroup } from "#lib/messenger/cache/change-group.ts";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import { FakeRequest } from "#lib/testing/fake-request.ts";
import { chatOf } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const group = chatOf({ kind: "group", peer: null, title: "Группа 101" });

function clientOfPage() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, wrapper };
}

it("a new title is saved and shown as soon as the server has stored it, also where the chat is then fetched on a network that hangs", async () => {
  const requests = answerCalls((call) =>
    call.startsWith("POST") ? { body: { message: "" } } : new Promise(() => {}),
  );
  const { client, wrapper } = clientOfPage();
  client.setQueryData(chatKey(group.id), group);
  const { result } = renderHook(() => useChangeGroup(group.id, vi.fn()), { wrapper });
  await result.current.mutateAsync({ what: "rename", title: "Группа 102" });
  await vi.waitFor(() => expect(requests.map(({ call }) => call)).toHaveLength(2));
  expect(client.getQueryData(chatKey(group.id))).toMatchObject({ title: "Группа 102" });
});

it("a new group opens once it has its image, also where the chat is then fetched on a network that hangs", async () => {
  FakeRequest.install();
  answerCalls((call) =>
    call.startsWith("POST") ? { body: { data: group, message: "" } } : new Promise(() => {}),
  );
  const { result } = renderHook(() => useCreateGroup(vi.fn()), clientOfPage());
  const image = new Blob(["picture"]);
  const made = result.current.mutateAsync({ title: "Группа 101", members: [2], image });
  await vi.waitFor(() => expect(FakeRequest.last.path).toBe(`/messenger/group/image/${group.id}`));
  FakeRequest.last.answer(200, { message: "" });
  expect(await made).toMatchObject({ id: group.id });
});

it("a new group opens where the connection dies under its image, and the member hears that it has none", async () => {
  setClientTexts(messages.Problem);
  FakeRequest.install();
  answerCalls(() => ({ body: { data: group, message: "" } }));
  const onImageFailure = vi.fn();
  const { wrapper } = clientOfPage();
  const { result } = renderHook(() => useCreateGroup(onImageFailure), { wrapper });
  const image = new Blob(["picture"]);
  const made = result.current.mutateAsync({ title: "Группа 101", members: [2], image });
  await vi.waitFor(() => expect(FakeRequest.last.path).toBe(`/messenger/group/image/${group.id}`));
  FakeRequest.last.progress(1, 2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await made).toMatchObject({ id: group.id });
  expect(onImageFailure).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ status: false }),
  );
});
