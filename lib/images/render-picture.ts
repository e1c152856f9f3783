/** Reads pictures and draws new ones of them, in the browser. */
import { imageBytesMax } from "#lib/images/schema.ts";

/** Longest edge of what is drawn, in pixels: canvases larger than this fail on telephones. */
export const edgeMaxPx = 4096;

export interface ReadPicture {
  image: HTMLImageElement;
  /** For an <img>; `forget` when it is not shown any more. */
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

/** WebP keeps what is transparent; where it cannot be written, or is too large, a JPEG does. */
const formats = [
  ["image/webp", 0.92],
  ["image/jpeg", 0.92],
  ["image/jpeg", 0.75],
] as const;

/** What `draw` draws, as a file that the server takes; null when the browser cannot make one. */
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

/** A JPEG knows nothing of transparency and would show black. */
function whiteBehind(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement) {
  context.resetTransform();
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
}
