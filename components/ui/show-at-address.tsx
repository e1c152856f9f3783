/** Shows to a component test what reads and changes the address, as the router of the app would have it. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { type ReactNode, useSyncExternalStore } from "react";
import { vi } from "vitest";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";
import messages from "#messages/ru.json" with { type: "json" };

/** Of "next/navigation": follows pushState and replaceState as Next's own does. */
export function useSearchParamsOfAddress(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  return new URLSearchParams(search);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("popstate", onChange);
  const changes = (["pushState", "replaceState"] as const).map((name) => {
    const change = window.history[name].bind(window.history);
    return vi.spyOn(window.history, name).mockImplementation((...given) => {
      change(...given);
      onChange();
    });
  });
  return () => {
    window.removeEventListener("popstate", onChange);
    for (const spy of changes) spy.mockRestore();
  };
}

export function showAtAddress(children: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <SurfaceProvider surface="site">{children}</SurfaceProvider>
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
}
