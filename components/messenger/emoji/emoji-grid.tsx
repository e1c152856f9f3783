import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from "react";
import classes from "#components/messenger/emoji/emoji-picker.module.css";
import type { Emoji } from "#lib/messenger/emoji/emoji.ts";

interface EmojiGridProps {
  emoji: readonly Emoji[];
  label: string;
  onPick: (glyph: string) => void;
}

/** The grid is one stop of the Tab key; the arrows, Home and End move inside it. */
export function EmojiGrid({ emoji, label, onPick }: EmojiGridProps) {
  const [focused, setFocused] = useState<string | null>(null);
  // A search may no longer find the emoji that had the focus last.
  const isShown = emoji.some(([glyph]) => glyph === focused);
  const stop = isShown ? focused : emoji[0]?.[0];
  const pick = (event: MouseEvent) => {
    const glyph = glyphOf(event);
    if (glyph) onPick(glyph);
  };
  return (
    <div
      className={classes.grid}
      role="toolbar"
      aria-label={label}
      aria-orientation="horizontal"
      tabIndex={-1}
      onClick={pick}
      onFocus={(event) => setFocused(glyphOf(event))}
      onKeyDown={moveIn}
    >
      {emoji.map(([glyph, name]) => (
        <button
          key={glyph}
          type="button"
          className={classes.emoji}
          tabIndex={glyph === stop ? 0 : -1}
          aria-label={name}
          title={name}
        >
          {glyph}
        </button>
      ))}
    </div>
  );
}

function glyphOf({ target }: MouseEvent | FocusEvent): string | null {
  const button = target instanceof Element && target.closest("button");
  return button ? button.textContent : null;
}

function moveIn(event: KeyboardEvent<HTMLElement>) {
  const grid = event.currentTarget;
  const buttons = [...grid.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
  const last = buttons.length - 1;
  const steps = new Map([
    ["ArrowLeft", at - 1],
    ["ArrowRight", at + 1],
    ["ArrowUp", at - columns],
    ["ArrowDown", at + columns],
    ["Home", 0],
    ["End", last],
  ]);
  const to = steps.get(event.key);
  if (to === undefined || at === -1) return;
  event.preventDefault();
  buttons[to]?.focus();
}
