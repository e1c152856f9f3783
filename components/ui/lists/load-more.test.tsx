import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { renderWithProviders } from "#components/testing/render.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { api } from "#lib/api/api-client.ts";

const townsQuery = infiniteQueryOptions({
  queryKey: ["towns"],
  queryFn: ({ pageParam }) => api.get(`/api/ru/towns?page=${pageParam}`, z.array(z.string())),
  initialPageParam: 1,
  getNextPageParam: (_last, pages) => (pages.length < 3 ? pages.length + 1 : undefined),
});

function Towns() {
  const query = useInfiniteQuery(townsQuery);
  return (
    <>
      {query.data?.pages.flat().map((town) => (
        <p key={town}>{town}</p>
      ))}
      <LoadMore {...moreOf(query)} byButtonOnly />
      <a href="/ru">Дальше</a>
    </>
  );
}

const pages = ["Бухара", "Самарканд", "Хива"];

it("a member who loads the last page by the keyboard is told that it is the last, and goes on behind it", async () => {
  renderWithProviders(<Towns />, {
    answer: (call) => ({ body: [pages[Number(call.split("=")[1]) - 1]] }),
  });
  const more = await screen.findByRole("button", { name: "Показать ещё" });
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Самарканд")).toBeVisible();
  expect(more).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Хива")).toBeVisible();
  await waitFor(() => expect(screen.getByText("Конец списка")).toHaveFocus());
  await userEvent.tab();
  expect(screen.getByRole("link", { name: "Дальше" })).toHaveFocus();
});
