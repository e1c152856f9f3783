/** Shows a part of the files to a component test, with a server that answers what the test says. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import type { Media } from "#lib/files/schema.ts";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";
import messages from "#messages/ru.json" with { type: "json" };

/** What the server answers to a request below /api/ru. */
export type Answer = (
  method: string,
  path: string,
) => Promise<{ status?: number; body: unknown }> | { status?: number; body: unknown };

const quota = 1024 * 1024;

export const ownList = (files: readonly Media[], used = 0) => ({
  data: files,
  meta: { next: null, used_bytes: used, quota_bytes: quota },
});

export function showWithMedia(children: ReactNode, answer: Answer) {
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit = {}) => {
    const { status = 200, body } = await answer(method, path.replace("/api/ru", ""));
    return Response.json(body, { status });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <SurfaceProvider surface="profile">
            <ConfirmProvider>{children}</ConfirmProvider>
          </SurfaceProvider>
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
}
