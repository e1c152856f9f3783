/** Shows to a component test what chooses from the reference data, with a small country to choose from. */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { theme } from "#components/layout/theme.ts";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { api } from "#lib/api/api-client.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import messages from "#messages/ru.json" with { type: "json" };

export const university = { id: 1, name: "Университет" };
export const school = { id: 2, name: "Школа" };
export const tashkent = { id: 10, name: "Ташкент" };
export const bukhara = { id: 20, name: "Бухара" };
export const yunusabad = { id: 11, name: "Юнусабад" };
export const tuit = { id: 100, name: "Ташкентский университет информационных технологий" };

const settings = "/api/ru/profile/setting";
const years = [2026, 2025, 2020, 2018, 2014];

/** By the path below the settings. What is changed here is answered from then on. */
export function answerParams(more: Record<string, unknown> = {}) {
  const answers: Record<string, unknown> = {
    "params/establishments": [university, school],
    "params/regions": [tashkent, bukhara],
    "params/regions?parent_id=10": [yunusabad],
    "params/start": years,
    ...more,
  };
  const get = vi.spyOn(api, "get").mockImplementation(async (path) => {
    const asked = path.replace(`${settings}/`, "");
    const answer = answers[asked] ?? defaultOf(asked);
    if (answer instanceof Error) throw answer;
    return { data: await answer };
  });
  return { answers, get, asked: () => get.mock.calls.map(([path]) => path) };
}

function defaultOf(asked: string): unknown {
  const start = /^params\/end\?start=(\d+)/.exec(asked)?.[1];
  if (start) return years.filter((year) => year >= Number(start));
  if (asked.startsWith("params/objects?establishment_id=1")) return [tuit];
  return [];
}

export function showWithParams(children: ReactNode) {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  return render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test" theme={theme}>
        <QueryClientProvider client={client}>
          <ConfirmProvider>{children}</ConfirmProvider>
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
}

/** The field itself: its list is called alike. */
const inputOnly = { selector: "input" };

export const choiceField = (name: string) => screen.getByLabelText(name, inputOnly);

/** Opens a field and takes what is called so. */
export async function choose(user: UserEvent, field: string, option: string): Promise<void> {
  const input = await screen.findByLabelText(field, inputOnly);
  await user.click(input);
  const list = await waitFor(() => {
    const opened = document.getElementById(input.getAttribute("aria-controls") ?? "");
    if (!opened) throw new Error(`${field} is not open`);
    return opened;
  });
  await user.click(await within(list).findByText(option));
}
