// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { BlockItem } from "#components/blocks/block-item.tsx";
import { applyModule } from "#components/testing/applied-styles.ts";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import actionClasses from "#components/ui/controls/action-items.module.css";
import { Menu } from "#components/ui/overlays/menu.tsx";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";

const madina = { id: 7, fullname: "Юсупова Мадина Рустамовна" };
const asked: string[] = [];

/** The menu of a chat, where the page does not know whether the other member is blocked. */
function showMenu(status: "friends" | "blocked" | 404) {
  const server: AnswerCall = (call) => {
    asked.push(call);
    if (status === 404)
      return Promise.resolve({ status, body: { message: "Нет", code: "not_found" } });
    const body = { message: "Готово", data: { status: call.endsWith("status") ? status : "none" } };
    return Promise.resolve({ body });
  };
  renderWithProviders(
    <Menu opened>
      <Menu.Target>
        <button type="button">Ещё</button>
      </Menu.Target>
      <Menu.Dropdown>
        <BlockItem person={madina} isShown={false} onChoose={() => undefined} />
      </Menu.Dropdown>
    </Menu>,
    { answer: server },
  );
}
const item = async (name: string) => {
  const found = await screen.findByRole("menuitem", { name });
  await vi.waitFor(() => expect(found).toBeEnabled());
  return found;
};

beforeEach(() => {
  asked.length = 0;
});

it("a member unblocks another from a menu without a confirmation", async () => {
  showMenu("blocked");
  await userEvent.click(await item("Разблокировать"));
  await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Готово"]));
  expect(asked).toContain("DELETE /profile/blocks/7");
});

it.each(["friends", 404] as const)(
  "a member blocks one who is %s from a menu, once they have confirmed it",
  async (status) => {
    showMenu(status);
    await userEvent.click(await item("Заблокировать"));
    expect(asked).toEqual(["POST /profile/friends/friendship/7/status"]);
    await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
    await vi.waitFor(() => expect(asked).toContain("POST /profile/blocks/7"));
  },
);

it("a menu shows in red that it blocks, and not that it unblocks", async () => {
  await applyModule("components/ui/controls/action-items.module.css", actionClasses);
  const colorOf = (entry: HTMLElement) =>
    getComputedStyle(entry).getPropertyValue("--menu-item-color");
  showMenu("friends");
  const danger = getComputedStyle(document.documentElement).getPropertyValue("--kampus-danger");
  expect(colorOf(await item("Заблокировать"))).toBe(danger);
  cleanup();
  showMenu("blocked");
  expect(colorOf(await item("Разблокировать"))).not.toBe(danger);
});
