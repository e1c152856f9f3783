import { queryOptions, useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { MemberSocket } from "#components/auth/member-socket.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { refusal } from "#lib/testing/answer-calls.ts";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const partQuery = (name: string) =>
  queryOptions({
    queryKey: [name],
    queryFn: async () => (await api.get(`/api/ru/${name}`, messageBody)).message,
  });

function Part({ name, once = false }: { name: string; once?: boolean }) {
  const { data, error } = useQuery({ ...partQuery(name), refetchOnReconnect: !once });
  return <p>{`${name}: ${data ?? error?.message}`}</p>;
}

it("what failed while the server was away is loaded once it is connected again, and nothing else is", async () => {
  let isAway = true;
  const asked: string[] = [];
  renderWithProviders(
    <MemberSocket>
      <Part name="friends" />
      <Part name="link" once />
      <Part name="loaded" />
      <Part name="missing" />
    </MemberSocket>,
    {
      member: memberSample,
      answer: (call) => {
        asked.push(call);
        if (call === "GET /missing") return refusal("not_found", "Ничего не найдено");
        if (isAway && call !== "GET /loaded") return refusal("unavailable", "Сервер перегружен");
        return { body: { message: "готово" } };
      },
    },
  );
  await receiveEvent("disconnect");
  await screen.findByText("friends: Сервер перегружен");
  await screen.findByText("link: Сервер перегружен");
  await screen.findByText("loaded: готово");
  await screen.findByText("missing: Ничего не найдено");
  isAway = false;
  asked.length = 0;
  await receiveEvent("connect");
  await screen.findByText("friends: готово");
  await waitFor(() => expect(asked).toEqual(["GET /friends"]));
});
