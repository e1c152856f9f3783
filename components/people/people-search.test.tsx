import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import { beforeEach, expect, it, vi } from "vitest";
import { PeopleSearch } from "#components/people/people-search.tsx";
import messages from "#messages/ru.json" with { type: "json" };

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams(window.location.search),
}));
vi.mock("#components/ui/route-link.tsx", () => ({
  RouteLink: ({ children }: { children: React.ReactNode }) => <a href="/">{children}</a>,
}));

const names = ["Каримов Алишер Бахтиёрович", "Ким Елена Сергеевна"];
const found = (q: string) =>
  names
    .filter((name) => name.toLowerCase().includes(q.toLowerCase()))
    .map((fullname) => ({
      id: names.indexOf(fullname) + 1,
      fullname,
      image: null,
      online: false,
      last_seen_at: null,
      status: "none",
      education: null,
      job: null,
    }));

const asked: string[] = [];
let answered: Promise<unknown> = Promise.resolve();

function show() {
  vi.stubGlobal("fetch", async (path: string) => {
    const q = new URL(path, "http://localhost").searchParams.get("q") ?? "";
    asked.push(q);
    await answered;
    return Response.json({ data: found(q), meta: { next: null } });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <PeopleSearch
            renderActions={(person) => <button>{`${person.status} ${person.id}`}</button>}
          />
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
}

const field = () => screen.getByRole("searchbox", { name: "Имя или фамилия" });

beforeEach(() => {
  asked.length = 0;
  answered = Promise.resolve();
  window.history.replaceState(null, "", "/ru/friends/find");
});

it("shows everyone before a word is typed, each with what may be done", async () => {
  show();
  expect(await screen.findAllByRole("listitem")).toHaveLength(2);
  expect(screen.getByRole("button", { name: "none 2" })).toBeVisible();
});

it("asks once the typing pauses, and keeps the words in the address", async () => {
  show();
  await screen.findAllByRole("listitem");
  await userEvent.type(field(), "ким");
  await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  expect(asked).toEqual(["", "ким"]);
  expect(new URL(window.location.href).searchParams.get("q")).toBe("ким");
});

it("starts from the words in the address", async () => {
  window.history.replaceState(null, "", "/ru/friends/find?q=алишер");
  show();
  expect(await screen.findByText("Каримов Алишер Бахтиёрович")).toBeVisible();
  expect(field()).toHaveValue("алишер");
  expect(asked).toEqual(["алишер"]);
});

it("keeps what was found while other words are looked for", async () => {
  show();
  await screen.findAllByRole("listitem");
  const { promise, resolve } = Promise.withResolvers();
  answered = promise;
  await userEvent.type(field(), "ким");
  await vi.waitFor(() => expect(asked).toContain("ким"));
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(screen.getByRole("list")).toHaveAttribute("aria-busy", "true");
  resolve(undefined);
  await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
});

it("says that nobody was found, by the words themselves", async () => {
  show();
  await userEvent.type(field(), "никто");
  expect(await screen.findByText(/По запросу «никто» никого не нашлось/)).toBeVisible();
});

it("says what happened when the search fails, and searches again", async () => {
  const failing = Promise.reject(new TypeError("Failed to fetch"));
  failing.catch(() => undefined);
  answered = failing;
  show();
  const retry = await screen.findByRole("button", { name: "Повторить" });
  answered = Promise.resolve();
  await userEvent.click(retry);
  expect(await screen.findAllByRole("listitem")).toHaveLength(2);
});
