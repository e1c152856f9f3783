/**
 * Finds the tags of a video or a sound that name the place, the device and the author, and plans their removal without
 * moving anything else: bytes are overwritten in place, so that all offsets stay valid. The browser asks whether a file
 * can be parsed; the server removes the tags.
 */
import { planAudio, planFlac, planWave } from "#lib/files/tags/audio-tags.ts";
import { planIsoMedia } from "#lib/files/tags/iso-media-tags.ts";
import { planMatroska } from "#lib/files/tags/matroska-tags.ts";
import { planOgg } from "#lib/files/tags/ogg-tags.ts";
import { ByteReader, type FileSource, NotUnderstood, Removal } from "#lib/files/tags/removal.ts";

/**
 * Null: the file cannot be parsed, so it may keep its tags; it may keep some where the removal is not complete. Rejects
 * only where reading fails.
 */
export async function planTagRemoval(source: FileSource): Promise<Removal | null> {
  const reader = new ByteReader(source);
  const removal = new Removal(source.sizeBytes);
  try {
    const plan = await planOf(reader);
    if (!plan) return null;
    await plan(reader, removal);
    return removal;
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

/** Whether the content begins as that of a video or a sound, whatever the file is called. */
export const isVideoOrSound = async (source: FileSource): Promise<boolean> =>
  (await planOf(new ByteReader(source))) !== null;

const isoMediaStarts = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip"]);

const headBytes = 12;

async function planOf(reader: ByteReader) {
  if (reader.sizeBytes < headBytes) return null;
  const head = await reader.text(0, headBytes);
  if (isoMediaStarts.has(head.slice(4, 8))) return planIsoMedia;
  if (head.startsWith("\x1A\x45\xDF\xA3")) return planMatroska;
  if (head.startsWith("OggS")) return planOgg;
  if (head.startsWith("fLaC")) return planFlac;
  if (head.startsWith("RIFF") && head.endsWith("WAVE")) return planWave;
  // ID3v2, or the beginning of an MPEG or ADTS frame.
  if (head.startsWith("ID3") || /^\xFF[\xE0-\xFF]/.test(head)) return planAudio;
  return null; // another container
}
