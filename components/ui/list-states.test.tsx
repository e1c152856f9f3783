import { queryOptions, useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { renderWithProviders } from "#components/testing/render.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { api } from "#lib/api/api-client.ts";
import { refusal } from "#lib/testing/answer-calls.ts";

const townsQuery = queryOptions({
  queryKey: ["towns"],
  queryFn: () => api.get("/api/ru/towns", z.array(z.string())),
});

function Towns() {
  const query = useQuery(townsQuery);
  return (
    <section aria-label="Города">
      <NotLoaded query={query} skeleton={<p>Загрузка</p>} />
      {query.data?.map((town) => (
        <a key={town} href="/ru">
          {town}
        </a>
      ))}
    </section>
  );
}

const retry = () => screen.findByRole("button", { name: "Повторить" });

it("a list that failed keeps the focus on its retry while that is under way, and gives it to the list that comes", async () => {
  const failed = refusal("too_many_requests", "Не получилось");
  const second = Promise.withResolvers<typeof failed>();
  const answers = [failed, second.promise, { body: ["Бухара"] }];
  renderWithProviders(<Towns />, { answer: () => answers.shift() ?? failed });
  await retry();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await waitFor(async () => expect(await retry()).toHaveAttribute("aria-busy", "true"));
  expect(await retry()).toHaveFocus();
  expect(screen.getByRole("alert")).toHaveTextContent("Не получилось");
  second.resolve(failed);
  await waitFor(async () => expect(await retry()).toHaveAttribute("aria-busy", "false"));
  expect(await retry()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByRole("link", { name: "Бухара" })).toBeVisible();
  await waitFor(() => expect(screen.getByRole("region", { name: "Города" })).toHaveFocus());
  await userEvent.tab();
  expect(screen.getByRole("link", { name: "Бухара" })).toHaveFocus();
});
