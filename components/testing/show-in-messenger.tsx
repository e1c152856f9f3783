/** Renders a part of the messenger for a component test, inside an open chat, with a server that answers as the test says. */
import type { ReactNode } from "react";
import { vi } from "vitest";
import { ConversationProvider } from "#components/messenger/conversation/conversation-state.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";
import { me } from "#lib/testing/message-samples.ts";
import { OutboxProvider } from "#lib/messenger/outbox/outbox-context.tsx";

const member = { ...memberSample, ...me };

/** What the server answers to a path without "/api/ru"; a thrown error is an unreachable server. */
export type AnswerPath = (
  path: string,
  body: unknown,
) => { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }>;

export function showInMessenger(children: ReactNode, answer: AnswerPath) {
  vi.stubGlobal("IntersectionObserver", NothingInView);
  return renderWithProviders(
    <MemberProvider member={member}>
      <OutboxProvider memberId={member.id}>
        <ConversationProvider chatId={7} openAt={null}>
          {children}
        </ConversationProvider>
      </OutboxProvider>
    </MemberProvider>,
    { surface: "chat", answer: (call, body) => answer(call.slice(call.indexOf(" ") + 1), body) },
  );
}

// jsdom loads no fonts; a field that grows with its text listens for them.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

export class NothingInView implements Partial<IntersectionObserver> {
  observe() {}
  disconnect() {}
}
