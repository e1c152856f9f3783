import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  address,
  answerWith,
  item,
  sampleTree,
  showCategories,
  showTree,
} from "#components/testing/show-categories.tsx";

const onChoose = vi.fn();
const names = () => screen.getAllByRole("treeitem").map((each) => each.textContent);

beforeEach(() => {
  window.history.replaceState(null, "", "/ru");
  answerWith(() => Promise.resolve(Response.json({ data: sampleTree })));
});

describe("the category tree", () => {
  it("shows every kind with its total and its picture, below a node for all", async () => {
    await showTree(onChoose);
    expect(names().map((name) => name.replace(/\s/gu, " "))).toEqual([
      "Все учебные заведения 1 244",
      "Университет 1 234",
      "Школа 9",
      "Училище 1",
    ]);
    expect(item(/Университет/).querySelector("svg path")).toHaveAttribute("d", "M4 4h16v16H4z");
  });

  it("shows ten rows while it loads", () => {
    answerWith(() => new Promise<never>(() => undefined));
    showCategories();
    const rows = screen.getByRole("status").querySelectorAll("[data-skeleton-row]");
    expect(rows).toHaveLength(10);
  });

  it("shows why it could not be loaded, and retries", async () => {
    answerWith(() => Promise.reject(new TypeError("Failed to fetch")));
    showCategories();
    const retry = await screen.findByRole("button", { name: "Повторить" });
    answerWith(() => Promise.resolve(Response.json({ data: sampleTree })));
    await userEvent.click(retry);
    expect(await screen.findByRole("tree")).toBeVisible();
  });

  it("says when it is empty", async () => {
    answerWith(() => Promise.resolve(Response.json({ data: [] })));
    showCategories();
    expect(await screen.findByText("Учебные заведения ещё не добавлены.")).toBeVisible();
  });

  it("links to the start page of the site with the property's name and the node's id", async () => {
    await showTree(onChoose);
    await userEvent.click(item(/Университет/));
    expect(address()).toBe("/ru?establishment=1");
    expect(item(/Университет/)).toHaveAttribute("aria-current", "page");
    await userEvent.click(item(/Бухарская область/));
    expect(address()).toBe("/ru?establishment=1&region=10");
    expect(onChoose.mock.lastCall?.[0]).toMatchObject({ id: 10 });
    await userEvent.click(item(/Бухара 2/));
    expect(address()).toBe("/ru?establishment=1&region=11");
  });

  it("adds no history entry when the active node is chosen again", async () => {
    window.history.replaceState(null, "", "/ru?establishment=1");
    await showTree(onChoose);
    const pages = window.history.length;
    await userEvent.click(item(/Университет/));
    expect(window.history.length).toBe(pages);
    expect(item(/Университет/)).toHaveAttribute("aria-expanded", "false");
  });

  it("links to the start page without a query for the node of id 0", async () => {
    window.history.replaceState(null, "", "/ru?establishment=1&region=10");
    await showTree(onChoose);
    await userEvent.click(item(/Все учебные заведения/));
    expect(address()).toBe("/ru");
  });

  it("opens the branches that the address names, and follows Back", async () => {
    window.history.replaceState(null, "", "/ru?establishment=1&region=11");
    await showTree(onChoose);
    expect(item(/Бухара 2/)).toHaveAttribute("aria-current", "page");
    expect(item(/Бухара 2/)).toHaveAttribute("aria-level", "3");
    await userEvent.click(item(/Школа/));
    expect(item(/Школа/)).toHaveAttribute("aria-expanded", "true");
    act(() => {
      window.history.replaceState(null, "", "/ru?establishment=1&region=11");
    });
    expect(item(/Бухара 2/)).toHaveAttribute("aria-current", "page");
    expect(screen.getAllByRole("treeitem", { current: "page" })).toHaveLength(1);
  });

  it("ignores values in the address that are no id", async () => {
    window.history.replaceState(null, "", "/ru?establishment=1e0&region=-1");
    await showTree(onChoose);
    expect(item(/Все учебные заведения/)).toHaveAttribute("aria-current", "page");
  });

  it("opens and closes a branch by its arrow without navigating", async () => {
    await showTree(onChoose);
    const arrow = () => item(/Школа/).querySelector("[data-arrow]") ?? document.body;
    await userEvent.click(arrow());
    expect(item(/Школа/)).toHaveAttribute("aria-expanded", "true");
    expect(address()).toBe("/ru");
    await userEvent.click(arrow());
    expect(item(/Школа/)).toHaveAttribute("aria-expanded", "false");
  });
});
