/** Ranges of a file, of which a crafted one names hundreds of thousands. */

/** Sorting so many numbers takes a few milliseconds, half a million a tenth of a second. */
export const handledAtOnce = 32 * 1024;

/** Takes sixteen bytes a range, and sorts in portions, between which it yields. */
export class ByteRanges {
  #starts = new Float64Array(16);
  #ends = new Float64Array(16);
  #length = 0;
  #totalBytes = 0;

  get length(): number {
    return this.#length;
  }

  /** The sum of their lengths, overlaps counted each time. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  add(at: number, length: number): void {
    this.#growTo(this.#length + 1);
    this.#starts[this.#length] = at;
    this.#ends[this.#length] = at + length;
    this.#length += 1;
    this.#totalBytes += length;
  }

  addAll(others: ByteRanges): void {
    this.#growTo(this.#length + others.length);
    this.#starts.set(others.#starts.subarray(0, others.length), this.#length);
    this.#ends.set(others.#ends.subarray(0, others.length), this.#length);
    this.#length += others.length;
    this.#totalBytes += others.totalBytes;
  }

  #growTo(length: number) {
    const room = this.#starts.length;
    if (length <= room) return;
    const longer = Math.max(length, 2 * room);
    this.#starts = copyOf(this.#starts, longer);
    this.#ends = copyOf(this.#ends, longer);
  }

  /** Infinity beyond the last. */
  startOf(index: number): number {
    return index < this.#length ? (this.#starts[index] ?? Infinity) : Infinity;
  }

  /** Infinity beyond the last. */
  endOf(index: number): number {
    return index < this.#length ? (this.#ends[index] ?? Infinity) : Infinity;
  }

  /** The same bytes in ascending ranges that neither overlap nor touch. `pause` is awaited between portions. */
  async merged(pause: () => Promise<void>): Promise<ByteRanges> {
    const starts = await sorted(this.#starts.slice(0, this.#length), pause);
    const ends = await sorted(this.#ends.slice(0, this.#length), pause);
    const merged = new ByteRanges();
    let start = starts[0] ?? 0;
    for (let index = 0; index < this.#length; index += 1) {
      if (index % handledAtOnce === 0) await pause();
      // As many ranges have ended here as have begun: a gap follows unless the next one begins no later.
      const [end = 0, next = Infinity] = [ends[index], starts[index + 1]];
      if (next <= end) continue;
      merged.add(start, end - start);
      start = next;
    }
    return merged;
  }
}

function copyOf(values: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(length);
  copy.set(values);
  return copy;
}

async function sorted(values: Float64Array<ArrayBuffer>, pause: () => Promise<void>) {
  const { length } = values;
  for (let from = 0; from < length; from += handledAtOnce) {
    if (from > 0) await pause();
    values.subarray(from, from + handledAtOnce).sort();
  }
  let [source, target] = [values, new Float64Array(length)];
  for (let width = handledAtOnce; width < length; width *= 2) {
    for (let from = 0; from < length; from += 2 * width) {
      await pause();
      merge(source, target, { from, middle: from + width, to: Math.min(length, from + 2 * width) });
    }
    [source, target] = [target, source];
  }
  return source;
}

interface Halves {
  from: number;
  middle: number;
  to: number;
}

/** Merges two sorted halves of `source` into the same place of `target`. */
function merge(source: Float64Array, target: Float64Array, { from, middle, to }: Halves) {
  const end = Math.min(middle, to);
  let [left, right] = [from, end];
  for (let index = from; index < to; index += 1) {
    const [one = 0, other = 0] = [source[left], source[right]];
    const isLeft = left < end && (right >= to || one <= other);
    target[index] = isLeft ? one : other;
    if (isLeft) left += 1;
    else right += 1;
  }
}
