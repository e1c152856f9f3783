import type { MediaRoom } from "#lib/media/media-pages.ts";
import { mediaBytesMax } from "#lib/files/schema.ts";

interface SizedFile {
  name: string;
  size: number;
}

export interface Refusal {
  name: string;
  why: "empty" | "tooLarge" | "noRoom";
  size: number;
  /** Bytes that were free when it was chosen. */
  left: number;
}

/**
 * What the server would refuse only after it has all of a file is told apart beforehand. `waiting`: bytes on their
 * way. Where the room is not known yet, the server decides.
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
    if (size === 0) refused.push({ name, why: "empty", size, left });
    else if (size > mediaBytesMax) refused.push({ name, why: "tooLarge", size, left });
    else if (size > left) refused.push({ name, why: "noRoom", size, left });
    else {
      taken.push(file);
      left -= size;
    }
  }
  return { taken, refused };
}
