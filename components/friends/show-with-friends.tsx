/** Shows a part of friendships to a component test, with a server that answers what the test says. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { AuthProvider } from "#lib/auth/auth-context.tsx";
import type { User } from "#lib/auth/schema.ts";
import type { FriendItem } from "#lib/friends/schema.ts";
import messages from "#messages/ru.json" with { type: "json" };

const member: User = {
  id: 1,
  fullname: "Каримов Алишер Бахтиёрович",
  surname: "Каримов",
  name: "Алишер",
  patronymic: "Бахтиёрович",
  email: "alisher@kampus.example",
  verified: true,
  image: null,
  locale: "ru",
};

export const requestFrom = (id: number, fullname: string): FriendItem => ({
  id,
  friend: { id, fullname, image: null, online: false, last_seen_at: null },
  created_at: "2026-11-20T12:00:00.000Z",
});

/** What the server answers to a path below /api/ru; a rejection is a network that is away. */
export type Answer = (path: string) => Promise<{ status?: number; body: unknown }>;

export function showWithFriends(children: ReactNode, answer: Answer) {
  document.cookie = "token=secret";
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/api/ru/user") return Response.json({ data: member });
    const { status = 200, body } = await answer(path.replace("/api/ru", ""));
    return Response.json(body, { status });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <AuthProvider>
            <ConfirmProvider>{children}</ConfirmProvider>
          </AuthProvider>
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
}
