/** The boxes of ISO 14496-12 and QuickTime, each with its size and type. */
import { type ByteReader, NotUnderstood } from "#lib/files/tags/removal.ts";

export interface Box {
  type: string;
  at: number;
  /** The offset of its content. */
  content: number;
  end: number;
}

export const childrenOf = (reader: ByteReader, { content, end }: Box) =>
  boxesIn(reader, content, end);

/** Within one other, or in the file: four for each of twenty-five thousand fragments. */
const boxesMax = 100_000;

export async function boxesIn(reader: ByteReader, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = [];
  // Fewer bytes than a header are an end mark.
  for (let at = from; to - at >= 8;) {
    const box = await boxAt(reader, at, to);
    boxes.push(box);
    if (boxes.length > boxesMax) throw new NotUnderstood("too many boxes");
    at = box.end;
  }
  return boxes;
}

export function only(boxes: readonly Box[], type: string): Box {
  const found = boxes.find((box) => box.type === type);
  if (!found) throw new NotUnderstood(`no ${type}`);
  return found;
}

async function boxAt(reader: ByteReader, at: number, to: number): Promise<Box> {
  const type = await reader.text(at + 4, 4);
  if (!/^[\x20-\x7E\xA9]{4}$/.test(type)) throw new NotUnderstood("no box");
  const short = (await reader.view(at, 4)).getUint32(0);
  const isLong = short === 1;
  const size = isLong ? Number((await reader.view(at + 8, 8)).getBigUint64(0)) : short;
  const content = at + (isLong ? 16 : 8);
  // A recording that was cut off ends within its frames.
  const end = size === 0 || (type === "mdat" && at + size > to) ? to : at + size;
  if (end < content || end > to) throw new NotUnderstood("a box of no size");
  return { type, at, content, end };
}
