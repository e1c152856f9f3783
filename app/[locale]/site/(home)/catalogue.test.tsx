// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Catalogue } from "./catalogue.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";

afterEach(() => window.history.replaceState(null, "", "/ru"));

class NothingInView implements Partial<IntersectionObserver> {
  observe() {}
  disconnect() {}
}

async function show() {
  vi.stubGlobal("IntersectionObserver", NothingInView);
  const shown = vi.fn<(this: Element) => void>();
  Element.prototype.scrollIntoView = shown;
  renderWithProviders(<Catalogue />, {
    surface: "site",
    member: memberSample,
    answer: () => ({ body: { data: [], meta: { next: null } } }),
  });
  await screen.findAllByRole("navigation");
  return shown.mock.contexts.map((element) => element.id);
}

it("a member who comes for the catalogue is shown it, below what is new", async () => {
  window.history.replaceState(null, "", "/ru#catalogue");
  expect(await show()).toEqual(["catalogue"]);
});

it("a member who comes for what is new stays there", async () => {
  expect(await show()).toEqual([]);
});
