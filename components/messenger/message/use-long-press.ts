"use client";

import { type PointerEvent, useEffect, useRef } from "react";

const heldMs = 450;
/** How far a finger may move during a long press, because it is never quite still; in px. */
const slackPx = 10;

/** Handlers that call back on a long press; they suppress the click and the browser's own menu that would follow. */
export function useLongPress<E extends HTMLElement>(onHeld: (element: E) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  useEffect(() => end, []);
  return {
    onPointerDown: ({ pointerType, clientX, clientY, currentTarget }: PointerEvent<E>) => {
      end();
      if (pointerType !== "touch") return;
      const timer = setTimeout(() => {
        press.current = null;
        swallowClick();
        onHeld(currentTarget);
      }, heldMs);
      press.current = { timer, x: clientX, y: clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<E>) => {
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > slackPx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/**
 * Suppresses the click that follows when the finger is lifted: it would hit the layer that has just opened under the
 * finger, and close it.
 */
function swallowClick() {
  const done = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    done.abort();
  };
  const options = { capture: true, signal: done.signal };
  window.addEventListener("click", swallow, options);
  for (const next of ["pointerdown", "keydown"])
    window.addEventListener(next, () => done.abort(), options);
}
