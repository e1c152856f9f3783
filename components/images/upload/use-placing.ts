"use client";

import { useState } from "react";
import { filling, frameOf, type Placing, type Size, zoomMinOf } from "#lib/images/crop.ts";

const marginPx = 12;
/** At first as much of the picture as possible is visible: the smallest zoom is used. */
const untouched: Placing = { shift: { x: 0, y: 0 }, turn: 0, zoom: 0 };

export type Shape = "square" | "whole";

/** How a picture lies under the frame. `stage` is the box in which both are shown, `shown` the picture within it. */
export function usePlacing(stage: Size, shown: Size | null, suggested: Shape) {
  const [shape, setShape] = useState(suggested);
  const [quarters, setQuarters] = useState(0);
  const [tilt, setTilt] = useState(0);
  const [placing, setPlacing] = useState(untouched);
  const [isTouched, setIsTouched] = useState(false);
  const turn = quarters * 90 + tilt;
  const ready = stage.width > 0 && shown !== null;
  const own = shown ? shown.width / shown.height : 1;
  const aspect = shape === "square" ? 1 : quarters % 2 === 0 ? own : 1 / own;
  const view = ready ? { frame: frameOf(stage, aspect, marginPx), shown } : null;
  const zoomMin = view ? zoomMinOf(view, turn) : 1;
  const placed = view ? filling(view, { ...placing, turn }) : untouched;
  return {
    view,
    placed,
    zoomMin,
    shape,
    tilt,
    /** Whether the result is the whole, unchanged picture. */
    isWhole: shape === "whole" && turn % 360 === 0 && placed.zoom <= zoomMin,
    /** Whether the member has moved it; the dialog itself also moves and zooms while it finds its size. */
    isChanged: shape !== suggested || turn % 360 !== 0 || (isTouched && isMoved(placed, zoomMin)),
    touch: () => setIsTouched(true),
    place: (change: Partial<Placing>) => {
      if (view) setPlacing((before) => filling(view, { ...before, turn, ...change }));
    },
    tiltTo: setTilt,
    setShape: (next: Shape) => {
      setShape(next);
      setPlacing(untouched);
    },
    turnBy: (more: 1 | -1) => {
      setQuarters(quarters + more);
      setPlacing(untouched);
    },
  };
}

/** Moves below half a pixel come from rounding. */
function isMoved({ shift, zoom }: Placing, zoomMin: number): boolean {
  return zoom > zoomMin * 1.001 || Math.hypot(shift.x, shift.y) >= 0.5;
}
