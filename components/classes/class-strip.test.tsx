import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ClassStrip } from "#components/classes/class-strip.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { refusal } from "#lib/testing/answer-calls.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Classes;
const button = (name: string) => screen.findByRole("button", { name });
const classOf = (end: number) => ({
  ...{ key: `${end - 10}-${end}`, start: end - 10, end, total: 3, mine: false },
});

it("the earlier classes of an institution show that they load, why they do not come, and come with a retry", async () => {
  const failed = refusal("unavailable", "Служба недоступна");
  const second = Promise.withResolvers<typeof failed>();
  const last = { body: { data: [classOf(1990)], meta: { next: null, total: 2 } } };
  const answers = [second.promise, last];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  renderWithProviders(<ClassStrip objectId={5} />, {
    answer: (call) =>
      call.includes("cursor")
        ? (answers.shift() ?? failed)
        : { body: { data: [classOf(2014)], meta: { next: "c", total: 2 } } },
  });
  await userEvent.click(await button(t.moreClasses));
  await waitFor(async () =>
    expect(await button(t.moreClasses)).toHaveAttribute("aria-busy", "true"),
  );
  second.resolve(failed);
  expect(await screen.findByRole("alert")).toHaveTextContent("Служба недоступна");
  const retry = await button(messages.Layout.retry);
  expect(retry).toHaveFocus();
  await userEvent.click(retry);
  expect(await screen.findByRole("link", { name: /1990/ })).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  await waitFor(() => expect(screen.getByRole("list")).toHaveFocus());
});
