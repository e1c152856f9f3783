/** Reads a file in parts and records which bytes are to be overwritten. */

export interface FileSource {
  sizeBytes: number;
  /** Returns fewer bytes only at the end of the file. */
  read: (at: number, length: number) => Promise<Uint8Array>;
}

export class NotUnderstood extends Error {}

const windowBytes = 64 * 1024;
/** No video that is meant to be played has more parts, and reading more takes seconds. */
const looksMax = 1_000_000;
/** Only tables and headers are read in one piece, and none of them is larger. */
const pieceBytesMax = 32 * 1024 * 1024;

export class ByteReader {
  readonly #source: FileSource;
  #window: Uint8Array = new Uint8Array(0);
  #windowAt = 0;
  #looks = 0;

  constructor(source: FileSource) {
    this.#source = source;
  }

  get sizeBytes(): number {
    return this.#source.sizeBytes;
  }

  /** @throws {NotUnderstood} where the file ends earlier. */
  async bytes(at: number, length: number): Promise<Uint8Array> {
    this.#looks += 1;
    const tooMuch = this.#looks > looksMax || length > pieceBytesMax;
    if (tooMuch || at < 0 || at + length > this.sizeBytes) throw new NotUnderstood("cut off");
    const isInWindow = at >= this.#windowAt && at + length <= this.#windowAt + this.#window.length;
    if (!isInWindow) {
      this.#windowAt = at;
      this.#window = await this.#source.read(at, Math.max(length, windowBytes));
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

/** The changes to a file of this size, in any order; only `cut` comes last. */
export class Removal {
  readonly writes: { at: number; bytes: Uint8Array }[] = [];
  readonly blanks: { at: number; length: number }[] = [];
  /** The number of bytes that stay; the rest is cut off. */
  sizeBytes: number;
  /** False where a place may be left in parts of the file that are not understood. */
  isComplete = true;
  #blankBytes = 0;
  readonly #blankBytesMax: number;

  constructor(sizeBytes: number) {
    this.sizeBytes = sizeBytes;
    this.#blankBytesMax = 2 * sizeBytes;
  }

  write(at: number, bytes: Uint8Array | string): void {
    this.writes.push({ at, bytes: typeof bytes === "string" ? bytesOf(bytes) : bytes });
  }

  /** Fills with zeros. @throws {NotUnderstood} where parts overlap so often that it would never end. */
  blank(at: number, length: number): void {
    if (length <= 0) return;
    this.#blankBytes += length;
    const isOutside = at < 0 || at + length > this.sizeBytes;
    if (isOutside || this.#blankBytes > this.#blankBytesMax) throw new NotUnderstood("overlaps");
    this.blanks.push({ at, length });
  }
}
