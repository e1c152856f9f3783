/** The files that will go out with the next message, checked and measured before they are sent. */
import { bytesMaxOf, kindOfFile } from "#lib/files/kind-of-file.ts";
import { createClientId } from "#lib/http/client-id.ts";
import type { OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";
import { attachmentsMax } from "#lib/messenger/contract/schema.ts";

export interface RefusedFile {
  name: string;
  why: "empty" | "tooLarge" | "tooMany" | "kind";
  /** The size limit of a file of its kind, in bytes. */
  bytesMax: number;
}

/** Pages, scripts, programs and pictures that no browser shows: the server would refuse them only after the upload. */
const refusedNames =
  /\.(?:svgz?|x?html?|m?js|exe|msi|bat|cmd|com|ps1|sh|apk|jar|scr|vbs|dmg|heic|heif|tiff?|bmp)$/iu;

/** Splits chosen files into accepted and refused ones. `already`: how many files are chosen before. */
export function sortChosen(
  files: readonly File[],
  already: number,
): { taken: File[]; refused: RefusedFile[] } {
  const taken: File[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const why = faultOf(file) ?? (already + taken.length >= attachmentsMax ? "tooMany" : null);
    if (why) refused.push({ name: file.name, why, bytesMax: bytesMaxOf(file) });
    else taken.push(file);
  }
  return { taken, refused };
}

function faultOf(file: File): RefusedFile["why"] | null {
  const { name, size } = file;
  if (size === 0) return "empty";
  if (size > bytesMaxOf(file)) return "tooLarge";
  return refusedNames.test(name) ? "kind" : null;
}

/** Makes the attachment of a file whose size in pixels is not known yet. */
export function attachmentOf(file: File): OutgoingAttachment {
  return {
    id: createClientId(),
    file,
    name: file.name,
    mime: file.type,
    kind: kindOfFile(file),
    sizeBytes: file.size,
    width: null,
    height: null,
    media: null,
    failure: null,
  };
}

export async function sizeOfPicture(
  file: Blob,
): Promise<Pick<OutgoingAttachment, "width" | "height">> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return { width: null, height: null }; // the server examines the content itself
  }
}
