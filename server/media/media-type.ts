import { createReadStream } from "node:fs";
import { fileTypeFromFile } from "file-type";
import { invalidField } from "#server/http/failure.ts";
import { extensionOf } from "#server/media/media-name.ts";
import {
  containerMime,
  type MediaType,
  plainText,
  textMimes,
  typesByContent,
  typesByExtension,
} from "#server/media/file-types.ts";

/** @throws {Failure} `invalid`: empty, or of a type that is not allowed. */
export async function mediaTypeOf(file: {
  path: string;
  bytes: number;
  name: string;
}): Promise<MediaType> {
  if (file.bytes === 0) throw invalidField("file", "Answers.mediaEmpty");
  const mime = (await fileTypeFromFile(file.path))?.mime;
  const found =
    mime === containerMime
      ? typesByExtension.get(extensionOf(file.name))
      : typesByContent.get(mime ?? "");
  if (found) return found;
  if ((mime === undefined || textMimes.has(mime)) && (await isPlainText(file.path)))
    return plainText;
  throw invalidField("file", "Answers.mediaUnsupported");
}

/** Valid UTF-8 without NUL that begins neither as markup nor as a program. */
async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let beginning = "";
  try {
    const chunks = createReadStream(path) as AsyncIterable<Buffer>; // no encoding is set
    for await (const chunk of chunks) {
      if (chunk.includes(0)) return false;
      const text = decoder.decode(chunk, { stream: true });
      if (beginning === "") beginning = text.trimStart();
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
  return beginning !== "" && !/^(?:<|#!)/.test(beginning);
}
