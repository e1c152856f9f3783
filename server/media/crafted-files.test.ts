import { describe, expect, it } from "vitest";
import { planTagRemoval } from "#lib/files/tags/tag-removal.ts";
import {
  videoBox,
  videoNumbers,
  videoStart,
  videoTrack,
} from "#server/testing/data/build-video.ts";

const pieceBytes = 64 * 1024;

/** What a plan made of a file, how often it read it, and how often it gave everything else its turn. */
async function planned(content: Buffer) {
  let [reads, readBytes, pauses] = [0, 0, 0];
  const removal = await planTagRemoval({
    sizeBytes: content.length,
    read(at, length) {
      reads += 1;
      const part = content.subarray(at, at + length);
      readBytes += part.length;
      return Promise.resolve(part);
    },
    pause() {
      pauses += 1;
      return Promise.resolve();
    },
  });
  return { removal, reads, readBytes, pauses };
}

const media = videoBox("mdat", Buffer.alloc(1_000_000));

/** A video whose tracks have so many chunks each, anywhere in its media and in no order. */
function videoOf({ tracks, chunks, handler = "vide" }: ManyTracks): Buffer {
  let seed = 7;
  const offsets = Array.from({ length: chunks }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return videoStart.length + 8 + (seed % 999_000);
  });
  const track = videoTrack(
    handler,
    videoBox("stsd", videoNumbers(0, 0)),
    videoBox("stsz", videoNumbers(0, 1, 0)),
    videoBox("stsc", videoNumbers(0, 1, 1, 1, 1)),
    videoBox("stco", videoNumbers(0, chunks, ...offsets)),
  );
  const all = Array<Buffer>(tracks).fill(track);
  return Buffer.concat([videoStart, media, videoBox("moov", ...all)]);
}

interface ManyTracks {
  tracks: number;
  chunks: number;
  handler?: string;
}

describe("a video of many tracks", () => {
  it("is looked through for what stands between frames in many small portions", async () => {
    const { removal, pauses } = await planned(videoOf({ tracks: 12, chunks: 40_000 }));
    expect(removal?.isComplete).toBe(true);
    // 480,000 chunks, no more than 5,000 of them without a pause, and the same again to put them in order.
    expect(pauses).toBeGreaterThan(100);
  });

  it("is not looked through once they have too many chunks together, which is told", async () => {
    const beyond = videoOf({ tracks: 16, chunks: 40_000 });
    const { removal, readBytes } = await planned(beyond);
    expect(removal?.isComplete).toBe(false);
    expect(removal?.blanks.totalBytes).toBeLessThan(1_000);
    expect(readBytes).toBeLessThan(8 * beyond.length);
  });

  it("is left as it is where too many chunks are telemetry", async () => {
    const { removal } = await planned(videoOf({ tracks: 16, chunks: 40_000, handler: "meta" }));
    expect(removal).toBeNull();
  });

  it("is left as it is where their subtitles are spread so that it would be read over and over", async () => {
    const content = videoOf({ tracks: 3_000, chunks: 40, handler: "sbtl" });
    const { removal, readBytes } = await planned(content);
    expect(removal).toBeNull();
    expect(readBytes).toBeLessThan(10_000 * pieceBytes + 8 * content.length + pieceBytes);
  });
});

describe("an ordinary video", () => {
  it("of two tracks is planned at once, whatever order their chunks are in", async () => {
    const { removal, reads, pauses } = await planned(videoOf({ tracks: 2, chunks: 600 }));
    expect(removal?.isComplete).toBe(true);
    expect([reads < 30, pauses < 10]).toEqual([true, true]);
  });
});

const repeated = (part: Buffer, times: number) =>
  Buffer.alloc(part.length * times, Uint8Array.from(part));
/** A page of a stream of FLAC in Ogg; each number is the length of a segment. */
function oggPage(segments: number[], content: Buffer, flags = 0): Buffer {
  const head = Buffer.alloc(27);
  head.write("OggS");
  head[5] = flags;
  head[26] = segments.length;
  return Buffer.concat([head, Buffer.from(segments), content]);
}
const oggStart = oggPage([13], Buffer.from("\x7FFLAC12345678", "latin1"), 2);
const matroskaStart = Buffer.from("1a45dfa3801853806701ffffffffffffff", "hex");

describe("a file that is left as it is because it has too many parts", () => {
  const tag = (name: string, bytes: number) => Buffer.from(name.padEnd(bytes, "\0"), "latin1");
  it.each([
    [
      "boxes",
      Buffer.concat([videoOf({ tracks: 1, chunks: 1 }), repeated(videoBox("wide"), 120_000)]),
    ],
    [
      "boxes to empty",
      Buffer.concat([
        videoOf({ tracks: 1, chunks: 1 }),
        repeated(videoBox("uuid", Buffer.alloc(4)), 40_000),
      ]),
    ],
    ["elements", Buffer.concat([matroskaStart, repeated(Buffer.from([0xec, 0x80]), 300_000)])],
    ["ID3v2", Buffer.concat([repeated(tag("ID3\x04", 10), 40_000), Buffer.alloc(100)])],
    ["ID3v1", Buffer.concat([tag("\xFF\xFB", 100), repeated(tag("TAG", 128), 12_000)])],
    [
      "empty packets",
      Buffer.concat([
        oggStart,
        repeated(oggPage(Array<number>(255).fill(0), Buffer.alloc(0)), 1_200),
      ]),
    ],
    [
      "streams",
      Buffer.concat(
        Array.from({ length: 1_100 }, (_, serial) => {
          const page = Buffer.from(oggStart);
          page.writeUInt32BE(serial, 14);
          return page;
        }),
      ),
    ],
  ])("%s", async (_title, content) => {
    const { removal, reads } = await planned(content);
    expect(removal).toBeNull();
    expect(reads).toBeLessThanOrEqual(10_000 + 8 * Math.ceil(content.length / pieceBytes));
  });

  it("a packet that goes on and on is not read to its end", async () => {
    const page = oggPage(Array<number>(255).fill(255), Buffer.alloc(255 * 255));
    const content = Buffer.concat([oggStart, repeated(page, 1_000)]);
    const { removal, readBytes } = await planned(content);
    expect(removal).toBeNull();
    expect(readBytes).toBeLessThan(40_000_000);
  });
});
