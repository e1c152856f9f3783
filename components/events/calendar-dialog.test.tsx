// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { CalendarDialog } from "#components/events/calendar-dialog.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Events;
const url = "https://kampus.uz/7-secret.ics";

async function copy(user: ReturnType<typeof userEvent.setup>) {
  renderWithProviders(<CalendarDialog opened onClose={() => undefined} />, {
    answer: () => ({ body: { data: { url } } }),
  });
  await waitFor(() => expect(screen.getByRole("textbox", { name: t.address })).toHaveValue(url));
  await user.click(screen.getByRole("button", { name: t.copy }));
}

it("the address of the calendar is copied, and the button says so", async () => {
  const user = userEvent.setup(); // brings a clipboard
  await copy(user);
  expect(await screen.findByRole("button", { name: t.copied })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(url);
});

it("a member whose browser refuses to copy the address of the calendar is told so", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("denied"));
  await copy(user);
  await waitFor(() => expect(shownToasts()).toEqual([`Ошибка: ${t.copyFailed}`]));
  expect(screen.getByRole("button", { name: t.copy })).toBeVisible();
});
