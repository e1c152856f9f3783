import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { renderWithProviders } from "#components/testing/render.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { api } from "#lib/api/api-client.ts";
import { refusal } from "#lib/testing/answer-calls.ts";

const townsQuery = (q: string) =>
  queryOptions({
    queryKey: ["towns", q],
    queryFn: () => api.get("/api/ru/towns", z.array(z.string()), { query: { q } }),
    placeholderData: keepPreviousData,
  });

function Towns({ q = "" }: { q?: string }) {
  const query = useQuery(townsQuery(q));
  const failure = useLoadFailure(query);
  const towns = failure ? undefined : query.data;
  return (
    <section aria-label="Города">
      <NotLoaded query={query} skeleton={<p>Загрузка</p>} />
      {towns?.map((town) => (
        <a key={town} href="/ru">
          {town}
        </a>
      ))}
    </section>
  );
}

function SearchedTowns() {
  const [q, setQ] = useState("");
  return (
    <>
      <input aria-label="Поиск" value={q} onChange={({ target }) => setQ(target.value)} />
      <Towns q={q} />
    </>
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

it("a searched list that failed keeps its reason, and the focus on its retry, although former words had rows", async () => {
  const failed = refusal("unavailable", "Служба недоступна");
  const answers = [{ body: ["Бухара"] }, failed, new Promise<typeof failed>(() => undefined)];
  renderWithProviders(<SearchedTowns />, { answer: () => answers.shift() ?? failed });
  await screen.findByRole("link", { name: "Бухара" });
  await userEvent.type(screen.getByRole("textbox", { name: "Поиск" }), "к");
  await retry();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await waitFor(async () => expect(await retry()).toHaveAttribute("aria-busy", "true"));
  expect(await retry()).toHaveFocus();
  expect(screen.getByRole("alert")).toHaveTextContent("Служба недоступна");
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});
