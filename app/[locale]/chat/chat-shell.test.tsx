import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import "fake-indexeddb/auto";
import { beforeEach, expect, it } from "vitest";
import { ChatShell } from "#app/[locale]/chat/chat-shell.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { clearToken } from "#lib/browser/cookies.ts";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import { readDraft, writeDraft } from "#lib/messenger/drafts/drafts.ts";
import { openOutboxStore } from "#lib/messenger/outbox/outbox-store.ts";
import { installServiceWorker } from "#lib/testing/fake-service-worker.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import { chatOf, outgoingOf } from "#lib/testing/message-samples.ts";

const { id: memberId } = memberSample;
const store = openOutboxStore(memberId);
const times = { position: 1, attempts: 0, retryAt: 0, notBefore: 0 };

function Leaving() {
  const { signOut } = useAuth();
  return <button onClick={() => void signOut()}>sign out</button>;
}

/** What this browser holds of the member's chats. */
const held = async () => ({
  chats: (await historyCache.readChats(memberId))?.length ?? 0,
  drafts: readDraft(memberId, 7),
  unsent: (await store.read())?.map(({ text }) => text),
});

let postMessage: ReturnType<typeof installServiceWorker>;

beforeEach(async () => {
  postMessage = installServiceWorker();
  localStorage.clear();
  await historyCache.putChats(memberId, [chatOf()]);
  writeDraft(memberId, { kind: "private", id: 7 }, { text: "черновик" });
  await store.put({ ...outgoingOf({ text: "не ушло" }), ...times });
  renderWithProviders(
    <ChatShell>
      <Leaving />
    </ChatShell>,
    { surface: "chat", member: memberSample, answer: () => ({ body: { data: [], message: "" } }) },
  );
  await screen.findByRole("button", { name: "sign out" });
  expect(await held()).toEqual({ chats: 1, drafts: "черновик", unsent: ["не ушло"] });
});

it("a member who signs out leaves no chats, drafts or unsent messages in the browser", async () => {
  await userEvent.click(screen.getByRole("button", { name: "sign out" }));
  await waitFor(async () => expect(await held()).toEqual({ chats: 0, drafts: "", unsent: [] }));
});

it("a session that ends without the member takes the chats along, and keeps what they have not sent", async () => {
  clearToken();
  await waitFor(async () =>
    expect(await held()).toEqual({ chats: 0, drafts: "черновик", unsent: ["не ушло"] }),
  );
});

it.each([
  ["signs out", () => userEvent.click(screen.getByRole("button", { name: "sign out" }))],
  ["is signed out by the end of the session", async () => clearToken()],
])(
  "a member who %s leaves no notices to the next person on this browser",
  async (_how, signOut) => {
    expect(postMessage).not.toHaveBeenCalled();
    await signOut();
    await waitFor(() =>
      expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: "signed-out" }),
    );
  },
);
