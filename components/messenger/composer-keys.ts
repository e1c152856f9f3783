/** What the keys do where one writes. */
import { type KeyboardEvent, type RefObject, useEffect } from "react";

/** Enter that picks a word of an input method sends nothing. Safari tells so only by the key code. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells it in Safari
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/** On a phone Enter is a new line. */
export function isTouch(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}

/** A character typed anywhere else in the conversation goes into the field. */
export function useTypingAnywhere(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
      const isCharacter = Array.from(event.key).length === 1 && event.key !== " ";
      if (plain && isCharacter && !isTakenByTarget(event.target)) field.current?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [field]);
}

function isTakenByTarget(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], [role='menu'], [role='dialog']") !==
      null
  );
}
