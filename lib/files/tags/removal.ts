/** Reads a file in parts and records which bytes are to be overwritten. */
import { ByteRanges } from "#lib/files/tags/byte-ranges.ts";

export interface FileSource {
  sizeBytes: number;
  /** Returns fewer bytes only at the end of the file. */
  read: (at: number, length: number) => Promise<Uint8Array>;
  /** Gives everything else that waits its turn. It is called between portions of the work. */
  pause: () => Promise<void>;
}

export class NotUnderstood extends Error {}

const windowBytes = 64 * 1024;
/** Steps of about a microsecond. No video that is meant to be played needs more. */
const stepsMax = 1_000_000;
/** Steps after which everything else has its turn. */
const stepsInPortion = 5_000;
/** Windows read beside those of eight passes over the file: one for each subtitle, say. */
const windowsBeside = 10_000;
/** Only tables and headers are read in one piece, and none of them is larger. */
const pieceBytesMax = 32 * 1024 * 1024;

/**
 * Reads a hostile file: whatever sizes it claims, the work ends within seconds, and nothing else waits longer for it
 * than a portion takes.
 */
export class ByteReader {
  readonly #source: FileSource;
  #window: Uint8Array = new Uint8Array(0);
  #windowAt = 0;
  #windowsLeft: number;
  #steps = 0;
  #portionEnd = stepsInPortion;

  constructor(source: FileSource) {
    this.#source = source;
    this.#windowsLeft = windowsBeside + 8 * Math.ceil(source.sizeBytes / windowBytes);
  }

  get sizeBytes(): number {
    return this.#source.sizeBytes;
  }

  pause = (): Promise<void> => this.#source.pause();

  /**
   * Counts work of `steps` steps, each of which takes about a microsecond. @throws {NotUnderstood} where it would take
   * too long.
   */
  async spend(steps: number): Promise<void> {
    this.#steps += steps;
    if (this.#steps > stepsMax) throw new NotUnderstood("too much work");
    if (this.#steps < this.#portionEnd) return;
    this.#portionEnd = this.#steps + stepsInPortion;
    await this.pause();
  }

  /** @throws {NotUnderstood} where the file ends earlier. */
  async bytes(at: number, length: number): Promise<Uint8Array> {
    await this.spend(1);
    if (length > pieceBytesMax || at < 0 || at + length > this.sizeBytes)
      throw new NotUnderstood("cut off");
    const isInWindow = at >= this.#windowAt && at + length <= this.#windowAt + this.#window.length;
    if (!isInWindow) {
      const bytes = Math.max(length, windowBytes);
      this.#windowsLeft -= bytes / windowBytes;
      if (this.#windowsLeft < 0) throw new NotUnderstood("too much to read");
      this.#windowAt = at;
      this.#window = await this.#source.read(at, bytes);
    }
    const from = at - this.#windowAt;
    return this.#window.subarray(from, from + length);
  }

  async view(at: number, length: number): Promise<DataView> {
    const { buffer, byteOffset, byteLength } = await this.bytes(at, length);
    return new DataView(buffer, byteOffset, byteLength);
  }

  /** One character per byte. */
  async text(at: number, length: number): Promise<string> {
    return latin(await this.bytes(at, length));
  }
}

export const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);
export const bytesOf = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));

/** Each is written by itself, which takes seconds for more. */
const writesMax = 32_768;

/** The changes to a file of this size, in any order; only `cut` comes last. */
export class Removal {
  readonly writes: { at: number; bytes: Uint8Array }[] = [];
  readonly blanks = new ByteRanges();
  /** The number of bytes that stay; the rest is cut off. */
  sizeBytes: number;
  /** False where a place may be left in parts of the file that are not understood. */
  isComplete = true;
  readonly #blankBytesMax: number;

  constructor(sizeBytes: number) {
    this.sizeBytes = sizeBytes;
    this.#blankBytesMax = 2 * sizeBytes;
  }

  /** @throws {NotUnderstood} where there would be too many. */
  write(at: number, bytes: Uint8Array | string): void {
    if (this.writes.length === writesMax) throw new NotUnderstood("too many changes");
    this.writes.push({ at, bytes: typeof bytes === "string" ? bytesOf(bytes) : bytes });
  }

  /** Fills with zeros. @throws {NotUnderstood} where parts overlap so often that it would never end. */
  blank(at: number, length: number): void {
    if (length <= 0) return;
    const isOutside = at < 0 || at + length > this.sizeBytes;
    if (isOutside || this.blanks.totalBytes + length > this.#blankBytesMax)
      throw new NotUnderstood("overlaps");
    this.blanks.add(at, length);
  }
}
