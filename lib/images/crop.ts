/**
 * The geometry of cropping a picture: it lies under a fixed frame, moved by `shift`, turned by `turn` degrees and
 * enlarged by `zoom`. Lengths are pixels of the screen.
 */
import { drawnPicture, edgeMaxPx, type ReadPicture } from "#lib/images/render-picture.ts";

interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Placing {
  shift: Point;
  turn: number;
  zoom: number;
}

interface Stage {
  frame: Size;
  /** The size of the picture on the screen when `zoom` is 1. */
  shown: Size;
}

/** The smallest zoom at which the turned picture can still fill the frame. */
export function zoomMinOf({ frame, shown }: Stage, turn: number): number {
  const needed = boundsOf(frame, turn);
  return Math.max(needed.width / shown.width, needed.height / shown.height);
}

/** The nearest placing that leaves no corner of the frame empty. */
export function filling(stage: Stage, placing: Placing): Placing {
  const { turn } = placing;
  const zoom = Math.max(placing.zoom, zoomMinOf(stage, turn));
  const needed = boundsOf(stage.frame, turn);
  const room = (side: "width" | "height") =>
    Math.max(0, (stage.shown[side] * zoom - needed[side]) / 2);
  const along = turned(placing.shift, -turn);
  const bounded = { x: between(along.x, room("width")), y: between(along.y, room("height")) };
  return { shift: turned(bounded, turn), turn, zoom };
}

/** The largest frame of a shape (width to height) on a stage of this size. */
export function frameOf(stage: Size, aspect: number, marginPx: number): Size {
  const [width, height] = [stage.width - 2 * marginPx, stage.height - 2 * marginPx];
  return width / height > aspect
    ? { width: height * aspect, height }
    : { width, height: width / aspect };
}

/** How many pixels of the picture lie in the frame, not more than can be drawn. */
export function cutSizeOf({ frame, shown }: Stage, zoom: number, pictureWidth: number): Size {
  const pixels = pictureWidth / (shown.width * zoom);
  const scale = Math.min(pixels, edgeMaxPx / Math.max(frame.width, frame.height));
  const whole = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: whole(frame.width), height: whole(frame.height) };
}

/** The content of the frame as a file; null when the browser cannot make one. */
export function cut(picture: ReadPicture, stage: Stage, { shift, turn, zoom }: Placing) {
  const size = cutSizeOf(stage, zoom, picture.width);
  return drawnPicture(size.width, size.height, (context) => {
    context.translate(size.width / 2, size.height / 2);
    context.scale(size.width / stage.frame.width, size.height / stage.frame.height);
    context.translate(shift.x, shift.y);
    context.rotate(radians(turn));
    context.scale(
      (zoom * stage.shown.width) / picture.width,
      (zoom * stage.shown.height) / picture.height,
    );
    context.drawImage(picture.image, -picture.width / 2, -picture.height / 2);
  });
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const between = (value: number, max: number) => Math.min(max, Math.max(-max, value));

function turned({ x, y }: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The upright box around a turned one. */
function boundsOf({ width, height }: Size, degrees: number): Size {
  const [sin, cos] = [Math.abs(Math.sin(radians(degrees))), Math.abs(Math.cos(radians(degrees)))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}
