import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import classes from "#components/messenger/emoji/emoji-picker.module.css";
import type { Emoji } from "#lib/messenger/emoji/emoji.ts";

interface EmojiGridProps {
  emoji: readonly Emoji[];
  label: string;
  onPick: (glyph: string) => void;
}

/** The grid is one stop of the Tab key; the arrows, Home and End move inside it. */
export function EmojiGrid({ emoji, label, onPick }: EmojiGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const pick = (event: MouseEvent) => {
    const button = event.target instanceof Element && event.target.closest("button");
    if (button && button.textContent) onPick(button.textContent);
  };
  return (
    <div
      ref={grid}
      className={classes.grid}
      role="toolbar"
      aria-label={label}
      aria-orientation="horizontal"
      tabIndex={-1}
      onClick={pick}
      onKeyDown={(event) => moveIn(event)}
    >
      {emoji.map(([glyph, name], index) => (
        <button
          key={glyph}
          type="button"
          className={classes.emoji}
          tabIndex={index === 0 ? 0 : -1}
          aria-label={name}
          title={name}
        >
          {glyph}
        </button>
      ))}
    </div>
  );
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
  const [from, next] = [buttons[at], to === undefined ? undefined : buttons[to]];
  if (to === undefined || !from) return;
  event.preventDefault();
  if (!next) return;
  from.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
