import type { MediaType } from "#server/media/file-types.ts";
import { normalized } from "#lib/validation/normalized.ts";

const lengthMax = 255;

/** Line ends, control characters and direction marks, with which a name could hide its extension. */
const unseen = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\uFFFD]/gu;
/** Joiners that join nothing: emoji and some scripts need them only between two characters. */
const joinsNothing =
  /(?<![\p{L}\p{M}\p{N}\p{P}\p{S}])[\u200C\u200D\uFE0F]|[\u200C\u200D](?![\p{L}\p{N}\p{P}\p{S}])/gu;

/** Dots and spaces at the ends. The look behind spares a long run inside, which would be tried from each of its dots. */
const ends = /^[. ]+|(?<![. ])[. ]+$/g;

/** In lower case, without the dot; "" when there is none. */
export const extensionOf = (name: string) =>
  /\.([^.\s]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";

/**
 * A name to show and to save the file under, of at most 255 characters: `given` without folders and invisible
 * characters, with an extension of this type.
 */
export function mediaName(given: string, { extensions }: MediaType): string {
  const name = normalized(given.toWellFormed(), "NFC")
    .replace(/^.*[/\\]/s, "")
    .replace(/\s+/gu, " ")
    .replace(unseen, "")
    .replace(joinsNothing, "")
    .replace(/ {2,}/g, " ")
    .replace(ends, "");
  const ending = extensionOf(name);
  const isKnown = extensions.includes(ending);
  const extension = isKnown ? name.slice(-ending.length) : extensions[0];
  const base = isKnown ? name.slice(0, -extension.length - 1) : name;
  // Cuts between characters, because half a character is invalid.
  const kept = [...base]
    .slice(0, lengthMax - 1 - extension.length)
    .join("")
    .replace(joinsNothing, "");
  return `${kept || "file"}.${extension}`;
}
