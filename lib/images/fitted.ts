import { picturePixelsMax } from "#lib/files/picture-limits.ts";
import { drawnPicture, edgeMaxPx, readPicture } from "#lib/images/render-picture.ts";
import { imageBytesMax } from "#lib/images/schema.ts";

/**
 * Scales down a picture that is too large for the server, as many phones make them. A picture that the browser cannot
 * read is sent unchanged, and the server refuses it with a reason.
 */
export async function fitted(content: Blob): Promise<Blob> {
  const picture = await readPicture(content);
  if (!picture) return content;
  const { image, width, height, forget } = picture;
  try {
    if (content.size <= imageBytesMax && width * height <= picturePixelsMax) return content;
    const scale = Math.min(1, edgeMaxPx / Math.max(width, height));
    const size = [Math.round(width * scale) || 1, Math.round(height * scale) || 1] as const;
    const smaller = await drawnPicture(...size, (context) =>
      context.drawImage(image, 0, 0, ...size),
    );
    return smaller ?? content;
  } finally {
    forget();
  }
}
