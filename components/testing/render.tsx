/** Renders a part of the interface for a component test, inside the providers of the app, with a server that the test writes. */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, vi } from "vitest";
import { theme } from "#components/layout/theme.ts";
import "#components/ui/overlays/confirm-dialog.tsx";
import { floating } from "#components/ui/overlays/floating.tsx";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { provideFloating } from "#components/ui/overlays/use-floating.tsx";
import { ToasterOnDemand } from "#components/ui/toasts/toaster-on-demand.tsx";
import { fetchToaster, toasts } from "#components/ui/toasts/toasts.ts";
import { type AnswerCall, answerCalls } from "#lib/testing/answer-calls.ts";
import { setClientTexts } from "#lib/api/api-failure.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { AuthProvider } from "#lib/auth/auth-context.tsx";
import type { User } from "#lib/auth/schema.ts";
import { clearToken, writeToken } from "#lib/browser/cookies.ts";
import { type RuntimeConfig, runtimeConfigGlobal } from "#lib/config/schema.ts";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";
import type { Surface } from "#lib/site/surfaces.ts";
import messages from "#messages/ru.json" with { type: "json" };

// As fetched ahead: how soon a menu or a confirmation opens does not depend on how long its module is read.
provideFloating(floating);

interface RenderOptions {
  /** Without it the test mocks the network itself, or nothing calls the server. */
  answer?: AnswerCall;
  surface?: Surface;
  /** The host of the page is site.kampus.localhost. */
  rootDomain?: string;
  /** Signs a member in, for parts that read the session; null is a visitor. */
  member?: User | null;
}

const runtimeConfigSample: RuntimeConfig = {
  rootDomain: "kampus.localhost",
  scheme: "http",
  port: "",
  accountDomains: ["kampus.example"],
  brand: "Kampus",
};

export function renderWithProviders(
  part: ReactNode,
  { answer, surface = "profile", rootDomain = "kampus.localhost", member }: RenderOptions = {},
) {
  setClientTexts(messages.Problem);
  vi.stubGlobal(runtimeConfigGlobal, { ...runtimeConfigSample, rootDomain });
  if (answer) answerCalls(member ? answerFor(member, answer) : answer);
  if (member) writeToken("secret");
  else if (member === null) clearToken();
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({
    ...client.getDefaultOptions(),
    queries: { ...queries, retry: false },
  });
  const inside = (
    <>
      <ConfirmProvider>{part}</ConfirmProvider>
      <ToasterOnDemand />
    </>
  );
  const rendered = render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test" theme={theme}>
        <QueryClientProvider client={client}>
          <SurfaceProvider surface={surface}>
            {member !== undefined ? <AuthProvider>{inside}</AuthProvider> : inside}
          </SurfaceProvider>
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
  return { ...rendered, client };
}

/** The visible toasts, the oldest first, each as "title: message". */
export function shownToasts(): string[] {
  const region = screen.queryByRole("region", { name: messages.Layout.toasts });
  const shown = region ? within(region).queryAllByRole("alert") : [];
  return shown.map((toast) => {
    const [title, message] = toast.firstElementChild?.children ?? [];
    return `${title?.textContent}: ${message?.textContent}`;
  });
}

// Toasts of one test must not be visible in the next.
afterEach(async () => {
  cleanup();
  if (toasts.get().Toaster) (await fetchToaster()).notifications.clean();
});

function answerFor(member: User, answer: AnswerCall): AnswerCall {
  return (call, ...sent) =>
    call === "GET /user" ? { body: { data: member } } : answer(call, ...sent);
}
