/** Shows a part of the images to a component test, with a server that answers what the test says. */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import type { ProfileImage } from "#lib/images/schema.ts";
import { pagesOf } from "#lib/images/image-samples.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";
import messages from "#messages/ru.json" with { type: "json" };

interface Answer {
  status?: number;
  body: object;
}

export const listAnswer = (...pages: ProfileImage[][]) => ({
  body: pagesOf(...pages).pages[0] ?? {},
});

/** `answer` gets the path below /api/ru/. */
export function showImages(
  children: ReactNode,
  answer: (path: string) => Promise<Answer> | Answer,
) {
  vi.stubGlobal("fetch", async (path: string) => {
    const { status = 200, body } = await answer(path.replace("/api/ru/", ""));
    return Response.json(body, { status });
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
