/** Renders a part of the interface for a component test, inside the providers of the app, with a server that the test writes. */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { theme } from "#components/layout/theme.ts";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { createQueryClient } from "#lib/api/query-client.ts";
import { AuthProvider } from "#lib/auth/auth-context.tsx";
import type { User } from "#lib/auth/schema.ts";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";
import type { Surface } from "#lib/site/surfaces.ts";
import messages from "#messages/ru.json" with { type: "json" };

interface Answered {
  status?: number;
  body: unknown;
}

/** What the server answers to a call like "GET /profile/blocks" below /api/ru; a rejection is an unreachable server. */
export type AnswerCall = (call: string, body?: unknown) => Answered | Promise<Answered>;

interface RenderOptions {
  /** Without it the test stubs the network itself, or nothing calls the server. */
  answer?: AnswerCall;
  surface?: Surface;
  /** Signs a member in, for parts that read the session. */
  member?: User;
}

export function renderWithProviders(
  part: ReactNode,
  { answer, surface = "profile", member }: RenderOptions = {},
) {
  if (answer) stubServer(member ? answerFor(member, answer) : answer);
  if (member) document.cookie = "token=secret";
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({
    ...client.getDefaultOptions(),
    queries: { ...queries, retry: false },
  });
  const inside = <ConfirmProvider>{part}</ConfirmProvider>;
  const rendered = render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test" theme={theme}>
        <QueryClientProvider client={client}>
          <SurfaceProvider surface={surface}>
            {member ? <AuthProvider>{inside}</AuthProvider> : inside}
          </SurfaceProvider>
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
  return { ...rendered, client };
}

function stubServer(answer: AnswerCall): void {
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    const sent = typeof body === "string" ? [JSON.parse(body) as unknown] : [];
    const answered = await answer(`${method} ${path.replace("/api/ru/", "/")}`, ...sent);
    return Response.json(answered.body, { status: answered.status ?? 200 });
  });
}

function answerFor(member: User, answer: AnswerCall): AnswerCall {
  return (call, ...sent) =>
    call === "GET /user" ? { body: { data: member } } : answer(call, ...sent);
}
