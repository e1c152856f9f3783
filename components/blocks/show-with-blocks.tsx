/** Shows a part of blocking to a component test, with a server that answers what the test says. */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { createQueryClient } from "#lib/api/query-client.ts";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";
import messages from "#messages/ru.json" with { type: "json" };

/** What the server answers to "GET /profile/blocks" and the like, below /api/ru. */
export type Answer = (call: string, body: unknown) => Promise<{ status?: number; body: unknown }>;

export function showWithBlocks(children: ReactNode, answer: Answer) {
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit) => {
    const sent: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
    const answered = await answer(`${method} ${path.replace("/api/ru", "")}`, sent);
    return Response.json(answered.body, { status: answered.status ?? 200 });
  });
  return render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <SurfaceProvider surface="profile">
            <ConfirmProvider>{children}</ConfirmProvider>
          </SurfaceProvider>
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
}
