// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import type * as floatingParts from "#components/ui/overlays/floating.tsx";
import { provideFloating } from "#components/ui/overlays/use-floating.tsx";
import messages from "#messages/ru.json" with { type: "json" };

const isMissing = vi.hoisted(() => ({ value: false }));

vi.mock("#components/ui/overlays/floating.tsx", async (importOriginal) => {
  const original = await importOriginal<typeof floatingParts>();
  return {
    get floating() {
      if (isMissing.value) throw new Error("The network is away");
      return original.floating;
    },
  };
});

beforeEach(() => {
  isMissing.value = false;
  provideFloating(null);
});

const menuButton = () => screen.getByRole("button", { name: "Действия" });

function renderMenu(onChoose = vi.fn()) {
  renderWithProviders(
    <Menu>
      <Menu.Target>
        <button type="button">Действия</button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onChoose}>Удалить</Menu.Item>
      </Menu.Dropdown>
    </Menu>,
  );
  return onChoose;
}

it("a button whose menu is not loaded says that it has one, and opens it when it is pressed", async () => {
  const onChoose = renderMenu();
  expect(menuButton()).toHaveAttribute("aria-haspopup", "menu");
  expect(menuButton()).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(menuButton());
  await userEvent.click(await screen.findByRole("menuitem", { name: "Удалить" }));
  expect(onChoose).toHaveBeenCalledOnce();
});

it("a menu that was opened by the keyboard gives the focus back to its button", async () => {
  renderMenu();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("menuitem", { name: "Удалить" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
  expect(menuButton()).toHaveFocus();
});

it("a menu that cannot be loaded is reported, and is tried again at the next press", async () => {
  isMissing.value = true;
  renderMenu();
  await userEvent.click(menuButton());
  await waitFor(() =>
    expect(shownToasts()).toEqual([`${messages.Site.failure}: ${messages.Problem.offline}`]),
  );
  isMissing.value = false;
  await userEvent.click(menuButton());
  expect(await screen.findByRole("menuitem", { name: "Удалить" })).toBeVisible();
});

it("a menu whose file is gone since a new build serves is reported so, with a button that reloads the page", async () => {
  answerCalls(() => ({ body: null }));
  isMissing.value = true;
  renderMenu();
  await userEvent.click(menuButton());
  const { outdated, reload } = messages.Problem;
  await waitFor(() => expect(shownToasts()).toEqual([`${outdated}: ${reload}`]));
  expect(screen.getByRole("button", { name: reload })).toBeVisible();
});

it("a popover is loaded when it opens, and its button says that it is open", async () => {
  const onChange = vi.fn<(opened: boolean) => void>();
  const popover = (opened: boolean) => (
    <Popover opened={opened} onChange={onChange} returnFocus>
      <Popover.Target>
        <button type="button" onClick={() => onChange(!opened)}>
          Заявки
        </button>
      </Popover.Target>
      <Popover.Dropdown>Заявок нет</Popover.Dropdown>
    </Popover>
  );
  renderWithProviders(popover(true));
  expect(await screen.findByText("Заявок нет")).toBeVisible();
  expect(screen.getByRole("button", { name: "Заявки" })).toHaveAttribute("aria-expanded", "true");
});
