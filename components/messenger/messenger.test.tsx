import { act, screen } from "@testing-library/react";
import "fake-indexeddb/auto";
import { expect, it, vi } from "vitest";
import { Messenger } from "#components/messenger/messenger.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";
import texts from "#messages/ru.json" with { type: "json" };

it("a chat whose part of the page could not be loaded without a network opens once the network is back", async () => {
  window.history.replaceState(null, "", "/ru/private/7");
  const fetchConversation = vi
    .fn(() => Promise.resolve(() => <p>the conversation</p>))
    .mockRejectedValueOnce(new TypeError("network away"));
  renderWithProviders(
    <MemberProvider member={memberSample}>
      <Messenger fetchConversation={fetchConversation} />
    </MemberProvider>,
    {
      surface: "chat",
      member: memberSample,
      answer: () => ({ body: { data: [], meta: { next: null } } }),
    },
  );
  expect(await screen.findByRole("button", { name: texts.Layout.retry })).toBeVisible();
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("the conversation")).toBeVisible();
});
