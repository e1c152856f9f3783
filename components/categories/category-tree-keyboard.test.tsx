import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import {
  address,
  item,
  answerWith,
  sampleTree,
  showTree,
} from "#components/testing/show-categories.tsx";

const press = (keys: string) => userEvent.keyboard(keys);

beforeEach(() => {
  window.history.replaceState(null, "", "/ru");
  answerWith(() => Promise.resolve(Response.json({ data: sampleTree })));
});

describe("the category tree by keyboard", () => {
  it("is one stop of the Tab key: the active node", async () => {
    window.history.replaceState(null, "", "/ru?establishment=2");
    await showTree();
    await userEvent.tab();
    expect(item(/Школа/)).toHaveFocus();
    await userEvent.tab();
    expect(document.body).toHaveFocus();
  });

  it("moves up and down through the visible nodes, to the first and to the last", async () => {
    await showTree();
    await userEvent.tab();
    await press("{ArrowDown}{ArrowDown}");
    expect(item(/Школа/)).toHaveFocus();
    await press("{ArrowUp}");
    expect(item(/Университет/)).toHaveFocus();
    await press("{End}");
    expect(item(/Училище/)).toHaveFocus();
    await press("{ArrowDown}");
    expect(item(/Училище/)).toHaveFocus();
    await press("{Home}");
    expect(item(/Все учебные/)).toHaveFocus();
  });

  it("opens a branch by the right arrow and enters it, and by the left arrow leaves and closes it", async () => {
    await showTree();
    await userEvent.tab();
    await press("{ArrowDown}{ArrowRight}");
    expect(item(/Университет/)).toHaveAttribute("aria-expanded", "true");
    expect(item(/Университет/)).toHaveFocus();
    await press("{ArrowRight}");
    expect(item(/Бухарская/)).toHaveFocus();
    await press("{ArrowLeft}");
    expect(item(/Университет/)).toHaveFocus();
    await press("{ArrowLeft}");
    expect(item(/Университет/)).toHaveAttribute("aria-expanded", "false");
    expect(address()).toBe("/ru");
  });

  it("opens every branch of a level by the asterisk key", async () => {
    await showTree();
    await userEvent.tab();
    await press("*");
    expect(screen.getAllByRole("treeitem", { expanded: true })).toHaveLength(2);
  });

  it("moves to the name that begins with the typed letters, wrapping around the end", async () => {
    await showTree();
    await userEvent.tab();
    await press("у");
    expect(item(/Университет/)).toHaveFocus();
    await press("ч");
    expect(item(/Училище/)).toHaveFocus();
  });

  it.each(["{Enter}", " "])("chooses by %j, and keeps the focus", async (key) => {
    await showTree();
    await userEvent.tab();
    await press(`{ArrowDown}${key}`);
    expect(address()).toBe("/ru?establishment=1");
    expect(item(/Университет/)).toHaveFocus();
  });

  it("leaves keys with a modifier to the browser", async () => {
    await showTree();
    await userEvent.tab();
    await press("{Control>}{End}{/Control}");
    expect(item(/Все учебные/)).toHaveFocus();
  });
});
