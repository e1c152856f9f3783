import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EmojiPicker } from "#components/messenger/emoji/emoji-picker.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { storeRecentEmoji } from "#lib/messenger/emoji/emoji.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Emoji;
const show = () => {
  const onPick = vi.fn<(emoji: string) => void>();
  showInMessenger(<EmojiPicker onPick={onPick} />, () => ({ body: {} }));
  return onPick;
};
const grid = (name: string) => screen.findByRole("toolbar", { name });

beforeEach(() => localStorage.clear());

describe("the emoji picker", () => {
  it("returns the pressed emoji, and lists it as recent the next time", async () => {
    const onPick = show();
    const [first] = within(await grid(t.smileys)).getAllByRole("button");
    await userEvent.click(first ?? document.body);
    expect(onPick).toHaveBeenCalledExactlyOnceWith("😀");
    show();
    await userEvent.click(screen.getAllByRole("tab", { name: t.recent }).at(-1) ?? document.body);
    expect(within(await grid(t.recent)).getByRole("button")).toHaveTextContent("😀");
  });

  it("moves by the arrow keys and picks by Enter", async () => {
    storeRecentEmoji(1, "🎓");
    const onPick = show();
    await grid(t.smileys);
    await userEvent.click(screen.getByRole("tab", { name: t.recent }));
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: t.smileys })).toHaveFocus();
    await grid(t.smileys);
    await userEvent.keyboard("{Tab}{ArrowRight}{ArrowRight}{ArrowLeft}{Enter}");
    expect(onPick).toHaveBeenCalledExactlyOnceWith("😃");
  });

  it("opens at the recent ones once they fill a row", async () => {
    for (const emoji of ["🎓", "🍎", "🚀", "🎉", "🌍", "📚", "⚽", "🎸"])
      storeRecentEmoji(1, emoji);
    show();
    expect(within(await grid(t.recent)).getAllByRole("button")).toHaveLength(8);
  });

  it("finds emoji by name, and says when there are none", async () => {
    const onPick = show();
    await grid(t.smileys);
    const field = screen.getByRole("searchbox");
    await userEvent.type(field, "узбекистан");
    await userEvent.click(within(await grid(t.found)).getByRole("button", { name: /узбекистан/i }));
    expect(onPick).toHaveBeenCalledExactlyOnceWith("🇺🇿");
    await userEvent.type(field, "щщщ");
    expect(await screen.findByText(t.nothingFound)).toBeVisible();
  });

  it("is reached by Tab after a search no longer finds the emoji that had the focus", async () => {
    const onPick = show();
    await grid(t.smileys);
    const field = screen.getByRole("searchbox");
    await userEvent.type(field, "сер");
    const found = within(await grid(t.found));
    const buttons = found.getAllByRole("button");
    const [first, last] = [buttons[0], buttons.at(-1)];
    if (!first || !last) throw new Error("nothing is found");
    await userEvent.keyboard("{Tab}{Tab}");
    expect(first).toHaveFocus();
    await userEvent.keyboard("{End}");
    expect(last).toHaveFocus();
    await userEvent.tab({ shift: true });
    await userEvent.tab({ shift: true });
    expect(field).toHaveFocus();
    await userEvent.type(field, "д");
    expect(last).not.toBeInTheDocument();
    await userEvent.keyboard("{Tab}{Tab}");
    expect(first).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(onPick).toHaveBeenCalledExactlyOnceWith(first.textContent);
  });

  it("announces that a search has found nothing", async () => {
    show();
    await grid(t.smileys);
    await userEvent.type(screen.getByRole("searchbox"), "ъъъъ");
    expect(await screen.findByText("Ничего не найдено")).toHaveAttribute("role", "status");
  });
});
