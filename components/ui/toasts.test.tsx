// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { beforeEach, expect, it, vi } from "vitest";
import { ToasterOnDemand } from "#components/ui/toaster-on-demand.tsx";
import { showFailure } from "#components/ui/toasts.ts";
import messages from "#messages/ru.json" with { type: "json" };

const network = vi.hoisted(() => ({ away: true }));
vi.mock("#components/ui/toaster.tsx", async (original) => {
  const loaded = await original<typeof import("#components/ui/toaster.tsx")>();
  return {
    get Toaster() {
      if (network.away) throw new TypeError("Failed to fetch");
      return loaded.Toaster;
    },
  };
});

beforeEach(() => {
  network.away = true;
  render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test">
        <ToasterOnDemand />
      </MantineProvider>
    </NextIntlClientProvider>,
  );
});

it("says plainly what its toaster did not come for, and has the toaster with the next notice", async () => {
  act(() => showFailure("Ошибка", "Нет соединения"));
  expect(await screen.findByRole("alert")).toHaveTextContent("Ошибка Нет соединения");
  network.away = false;
  act(() => showFailure("Ошибка", "Сервер перезапускается"));
  expect(await screen.findByText("Сервер перезапускается")).toBeVisible();
  expect(screen.getByRole("region", { name: messages.Layout.notices })).toBeVisible();
  expect(screen.queryByText(/Нет соединения/)).not.toBeInTheDocument();
});
