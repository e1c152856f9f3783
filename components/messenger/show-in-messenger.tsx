/** Shows a part of the messenger to a component test, with a server that answers what the test says. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { ConversationProvider } from "#components/messenger/conversation/conversation-state.tsx";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import type { User } from "#lib/auth/schema.ts";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";
import { OutboxProvider } from "#lib/messenger/outbox/outbox-context.tsx";
import { me } from "#lib/messenger/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const member: User = {
  ...me,
  surname: "Каримов",
  name: "Алишер",
  patronymic: "Бахтиёрович",
  email: "alisher@kampus.example",
  verified: true,
  locale: "ru",
};

/** What the server answers to a request; a thrown error is a network that is away. */
export type Answer = (
  path: string,
  body: unknown,
) => { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }>;

export function showInMessenger(children: ReactNode, answer: Answer) {
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    const sent: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
    const answered = await answer(path, sent);
    return Response.json(answered.body, { status: answered.status ?? 200 });
  });
  vi.stubGlobal("IntersectionObserver", NothingInView);
  vi.stubGlobal(runtimeConfigGlobal, { rootDomain: "localhost", scheme: "http" });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  const shown = render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <MemberProvider member={member}>
            <OutboxProvider memberId={member.id}>
              <ConfirmProvider>
                <ConversationProvider chatId={7} openAt={null}>
                  {children}
                </ConversationProvider>
              </ConfirmProvider>
            </OutboxProvider>
          </MemberProvider>
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
  return { ...shown, client };
}

// jsdom loads no fonts; a field that grows with its text listens for them.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

class NothingInView implements Partial<IntersectionObserver> {
  observe() {}
  disconnect() {}
}
