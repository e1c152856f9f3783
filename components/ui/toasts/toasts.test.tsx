// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToasterOnDemand } from "#components/ui/toasts/toaster-on-demand.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import messages from "#messages/ru.json" with { type: "json" };

const network = vi.hoisted(() => ({ away: true }));
vi.mock("#components/ui/toasts/toaster.tsx", async (original) => {
  // Loading this module fails, as without a network.
  const loaded = await original<typeof import("#components/ui/toasts/toaster.tsx")>();
  return {
    notifications: loaded.notifications,
    get Toaster() {
      if (network.away) throw new TypeError("Failed to fetch");
      return loaded.Toaster;
    },
  };
});

const goOn = (ms: number) =>
  act(async () => {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(ms);
  });

beforeEach(() => {
  network.away = true;
  vi.useFakeTimers();
  render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test">
        <ToasterOnDemand />
      </MantineProvider>
    </NextIntlClientProvider>,
  );
});

afterEach(async () => {
  await goOn(60_000);
  vi.useRealTimers();
});

it("a page shows five toasts at once, each for four seconds, while the toaster cannot be loaded", async () => {
  for (const name of ["1", "2", "3", "4", "5", "6"])
    showFailure("Ошибка", `Нет соединения ${name}`);
  await goOn(3999);
  expect(screen.getAllByRole("alert").map((alert) => alert.textContent)).toEqual(
    ["1", "2", "3", "4", "5"].map((name) => `Ошибка Нет соединения ${name}`),
  );
  await goOn(1);
  expect(screen.getByRole("alert")).toHaveTextContent("Нет соединения 6");
  await goOn(4000);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("a page moves a toast that was shown plainly into the toaster once that is loaded", async () => {
  showFailure("Ошибка", "Нет соединения");
  await goOn(0);
  expect(screen.getByRole("alert")).toHaveTextContent("Ошибка Нет соединения");
  network.away = false;
  showFailure("Ошибка", "Сервер перезапускается");
  await goOn(100);
  const region = screen.getByRole("region", { name: messages.Layout.toasts });
  expect(region).toHaveTextContent("Сервер перезапускается");
  expect(region).toHaveTextContent("Нет соединения");
  expect(screen.getAllByText(/Нет соединения/)).toHaveLength(1);
});

it("a page shows a toast for each of two requests that are accepted, or rejected, within four seconds", async () => {
  network.away = false;
  for (const decided of ["Заявка принята", "Заявка принята"]) showSuccess("Успешно", decided);
  for (const failed of ["Заявки больше нет", "Заявки больше нет"])
    showFailure("Ошибка", failed, { each: true });
  await goOn(100);
  expect(screen.getAllByText("Заявка принята")).toHaveLength(2);
  expect(screen.getAllByText("Заявки больше нет")).toHaveLength(2);
});

it("a page shows one toast for a failure that repeats while its toast is shown", async () => {
  network.away = false;
  for (const failed of ["Нет соединения", "Нет соединения"]) showFailure("Ошибка", failed);
  await goOn(100);
  expect(screen.getAllByText("Нет соединения")).toHaveLength(1);
});
