/** Videos of a few bytes, built box by box. */

export const videoStart = videoBox("ftyp", Buffer.from("isom\0\0\0\0isom", "latin1"));

export function videoBox(type: string, ...content: Buffer[]): Buffer<ArrayBuffer> {
  const all = Buffer.concat([Buffer.alloc(4), Buffer.from(type), ...content]);
  all.writeUInt32BE(all.length);
  return all;
}

/** Each takes four bytes. */
export function videoNumbers(...values: number[]): Buffer {
  const all = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) all.writeUInt32BE(value, index * 4);
  return all;
}

/** `tables`: the boxes of its sample table. */
export function videoTrack(handler: string, ...tables: Buffer[]): Buffer {
  const named = Buffer.from(`\0\0\0\0\0\0\0\0${handler}\0\0\0\0`, "latin1");
  const minf = videoBox("minf", videoBox("stbl", ...tables));
  return videoBox("trak", videoBox("mdia", videoBox("hdlr", named), minf));
}
