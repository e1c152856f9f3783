import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { KnownInstitution } from "./known-institution.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { earlyForAll, earlyPathsOf } from "#lib/api/early-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

const id = 5;
const institution = {
  ...{ id, name: "Школа № 110", establishment: { id: 2, name: "Школа" } },
  ...{ region: { id: 11, name: "Юнусабад" }, region_path: [{ id: 10, name: "Ташкент" }] },
};

it("the first calls of an institution are asked for in one, each once, and its years need none", async () => {
  const asked: string[] = [];
  window.history.replaceState(null, "", `/ru/objects/${id}`);
  renderWithProviders(<KnownInstitution id={id} />, {
    member: memberSample,
    answer: (call) => {
      asked.push(call);
      return call === `GET /objects/${id}`
        ? { body: { data: institution } }
        : { body: { data: [], meta: { next: null, total: 0 } } };
    },
  });
  await screen.findByRole("heading", { level: 1 });
  expect(await screen.findByLabelText("С", { selector: "input" })).toBeVisible();
  const early = earlyPathsOf("profile", "ru", `/objects/${id}`)
    .slice(earlyForAll.length)
    .map((path) => path.replace("/api/ru", "GET "));
  await waitFor(() => expect(asked.toSorted()).toEqual(early.toSorted()));
});
