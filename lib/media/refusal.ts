import type { MediaRoom } from "#lib/media/media-pages.ts";
import { bytesMaxOf } from "#lib/files/kind-of-file.ts";

interface SizedFile {
  name: string;
  size: number;
  type: string;
}

export interface Refusal {
  name: string;
  why: "empty" | "tooLarge" | "noRoom";
  size: number;
  /** The bytes that were free when the file was chosen. */
  left: number;
  /** The size limit of a file of its kind, in bytes. */
  bytesMax: number;
}

/**
 * Finds beforehand the files that the server would refuse only after the whole upload. `waiting`: bytes of uploads
 * under way. Where the free quota is unknown, the server decides.
 */
export function sortFiles<File extends SizedFile>(
  files: readonly File[],
  room: MediaRoom | undefined,
  waiting: number,
): { taken: File[]; refused: Refusal[] } {
  const taken: File[] = [];
  const refused: Refusal[] = [];
  let left = room ? Math.max(0, room.quota - room.used - waiting) : Infinity;
  for (const file of files) {
    const { name, size } = file;
    const bytesMax = bytesMaxOf(file);
    if (size === 0) refused.push({ name, why: "empty", size, left, bytesMax });
    else if (size > bytesMax) refused.push({ name, why: "tooLarge", size, left, bytesMax });
    else if (size > left) refused.push({ name, why: "noRoom", size, left, bytesMax });
    else {
      taken.push(file);
      left -= size;
    }
  }
  return { taken, refused };
}
