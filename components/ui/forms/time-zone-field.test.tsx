// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import classes from "#components/layout/controls.module.css";
import { transitionMs } from "#components/layout/interface-constants.ts";
import { applyModule } from "#components/testing/applied-styles.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import { TimeZoneField } from "#components/ui/forms/time-zone-field.tsx";

const show = (value: string) => {
  const onChange = vi.fn<(zone: string) => void>();
  renderWithProviders(<TimeZoneField label="Часовой пояс" value={value} onChange={onChange} />);
  return onChange;
};
const options = async () =>
  (await screen.findAllByRole("option", { hidden: true })).map(({ textContent }) => textContent);

it("the list of time zones offers the chosen zone, that of the device and that of Tashkent first, then all by their names", async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone: "Europe/Moscow",
  });
  show("Asia/Samarkand");
  const field = await screen.findByRole("combobox", { name: "Часовой пояс" });
  await vi.waitFor(() => expect(field).toHaveValue("Самарканд, GMT+5"));
  await userEvent.click(field);
  const [chosen, own, usual, ...others] = await options();
  expect([chosen, own, usual]).toEqual([
    "Самарканд, GMT+5",
    "Москва, GMT+3",
    "Ташкент, Узбекистан, GMT+5",
  ]);
  expect(others.length).toBeGreaterThan(400);
  expect(others).toEqual([...others].sort(new Intl.Collator("ru").compare));
});

it("the list of time zones does not offer that of a device whose zone the browser does not know", async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone: "Etc/Unknown",
  });
  show("Asia/Samarkand");
  const field = await screen.findByRole("combobox", { name: "Часовой пояс" });
  await vi.waitFor(() => expect(field).toHaveValue("Самарканд, GMT+5"));
  await userEvent.click(field);
  expect(await options()).not.toContain("Unknown");
});

it("the list of time zones finds a zone by its city in either script, and hands on its IANA name", async () => {
  const onChange = show("Asia/Tashkent");
  const field = await screen.findByRole("combobox", { name: "Часовой пояс" });
  await vi.waitFor(() => expect(field).toHaveValue("Ташкент, Узбекистан, GMT+5"));
  await userEvent.clear(field);
  await userEvent.type(field, "moskva");
  await userEvent.click(await screen.findByRole("option", { name: "Москва, GMT+3", hidden: true }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("Europe/Moscow");
});

it("Back closes the list of zones, and leaves the page and the typed words as they are", async () => {
  const address = window.location.href;
  show("Asia/Tashkent");
  const field = await screen.findByRole("combobox", { name: "Часовой пояс" });
  await waitFor(() => expect(field).toHaveValue("Ташкент, Узбекистан, GMT+5"));
  await userEvent.clear(field);
  await userEvent.type(field, "moskva");
  expect(field).toHaveAttribute("aria-expanded", "true");
  await waitFor(() => expect(window.history.state).toMatchObject({ depth: 1 }));
  window.history.back();
  await waitFor(() => expect(field).toHaveAttribute("aria-expanded", "false"));
  expect(field).toHaveValue("moskva");
  expect(window.location.href).toBe(address);
});

it("the list of zones fades in over the time of a popover", async () => {
  show("Asia/Tashkent");
  await applyModule("components/layout/controls.module.css", classes);
  await userEvent.click(await screen.findByRole("combobox", { name: "Часовой пояс" }));
  const list = await screen.findByRole("listbox", { hidden: true });
  const dropdown = list.closest<HTMLElement>("[data-position]") ?? document.body;
  expect(dropdown.style.animationDuration).toBe(`${transitionMs.popover}ms`);
  expect(getComputedStyle(dropdown).animationName).toBe("fade-in");
});
