// @vitest-environment jsdom
import { useInfiniteQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { StudiedHere } from "./studied-here.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { classesQuery } from "#lib/classes/queries.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

const [addressId, mergedId] = [5, 20];
const institution = {
  ...{ id: mergedId, name: "Школа № 110", establishment: { id: 2, name: "Школа" } },
  ...{ region: { id: 11, name: "Юнусабад" }, region_path: [{ id: 10, name: "Ташкент" }] },
};

function Page() {
  useInfiniteQuery(classesQuery("ru", addressId));
  return <StudiedHere institution={institution} addressId={addressId} />;
}

it("the lists of an institution that was merged into another are fetched anew once an education is added", async () => {
  const asked: string[] = [];
  renderWithProviders(<Page />, {
    member: memberSample,
    answer: (call) => {
      asked.push(call);
      return { body: { data: [], meta: { next: null, total: 0 } } };
    },
  });
  const timesAsked = () =>
    asked.filter((call) => call === `GET /objects/${addressId}/classes`).length;
  await userEvent.click(await screen.findByRole("button", { name: "Я тоже отсюда" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
  const before = timesAsked();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(timesAsked()).toBeGreaterThan(before));
});
