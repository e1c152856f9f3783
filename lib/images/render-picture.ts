/** Reads pictures and draws new ones of them, in the browser. */
import { imageBytesMax } from "#lib/images/schema.ts";

/** Longest edge of what is drawn, in pixels: canvases larger than this fail on telephones. */
export const edgeMaxPx = 4096;

export interface ReadPicture {
  image: HTMLImageElement;
  /** The source of an <img>; call `forget` when it is no longer shown. */
  url: string;
  width: number;
  height: number;
  forget: () => void;
}

/** Null when the browser cannot read it. */
export async function readPicture(content: Blob): Promise<ReadPicture | null> {
  const url = URL.createObjectURL(content);
  const forget = () => URL.revokeObjectURL(url);
  const image = new Image();
  const isRead = await new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = url;
  });
  const { naturalWidth: width, naturalHeight: height } = image;
  if (isRead && width > 0 && height > 0) return { image, url, width, height, forget };
  forget();
  return null;
}

export async function canBeRead(content: Blob): Promise<boolean> {
  const picture = await readPicture(content);
  picture?.forget();
  return picture !== null;
}

/** Whether the server may read what this browser cannot: AVIF is the one accepted format that not every browser reads. */
export const mayServerRead = ({ type }: Blob) => type === "image/avif";

/** WebP preserves transparency; where the browser cannot write it, or it is too large, a JPEG replaces it. */
const formats = [
  ["image/webp", 0.92],
  ["image/jpeg", 0.92],
  ["image/jpeg", 0.75],
] as const;

/** The drawing of `draw` as a file that the server accepts; null when the browser cannot make one. */
export async function drawnPicture(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  draw(context);
  for (const [type, quality] of formats) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
    if (blob?.type === type && blob.size <= imageBytesMax) return blob;
    whiteBehind(context, canvas);
  }
  return null;
}

/** A JPEG has no transparency and would show black. */
function whiteBehind(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement) {
  context.resetTransform();
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
}
