/**
 * Finds what a film or a sound says of where, by what and by whom it was made, and how to take it out without moving
 * anything else: bytes are overwritten in place, so that all offsets stay true. The browser asks whether a file is
 * understood; the server takes its tags out.
 */
import { planAudio, planFlac, planWave } from "#lib/files/tags/audio-tags.ts";
import { planIsoMedia } from "#lib/files/tags/iso-media-tags.ts";
import { planMatroska } from "#lib/files/tags/matroska-tags.ts";
import { planOgg } from "#lib/files/tags/ogg-tags.ts";
import { ByteReader, type FileSource, NotUnderstood, Removal } from "#lib/files/tags/removal.ts";

/** Null: the file is not understood, and may keep its tags. Fails only where reading does. */
export async function planTagRemoval(source: FileSource): Promise<Removal | null> {
  const reader = new ByteReader(source);
  const removal = new Removal(source.sizeBytes);
  try {
    const plan = await planOf(reader);
    await plan(reader, removal);
    return removal;
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

const isoMediaStarts = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip"]);

async function planOf(reader: ByteReader) {
  const head = await reader.text(0, 12);
  if (isoMediaStarts.has(head.slice(4, 8))) return planIsoMedia;
  if (head.startsWith("\x1A\x45\xDF\xA3")) return planMatroska;
  if (head.startsWith("OggS")) return planOgg;
  if (head.startsWith("fLaC")) return planFlac;
  if (head.startsWith("RIFF") && head.endsWith("WAVE")) return planWave;
  // ID3v2, and the beginning of a frame of MPEG or ADTS.
  if (head.startsWith("ID3") || /^\xFF[\xE0-\xFF]/.test(head)) return planAudio;
  throw new NotUnderstood("another container");
}
