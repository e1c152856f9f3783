import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { removeTags } from "#server/media/remove-tags.ts";
import {
  videoBox,
  videoNumbers,
  videoStart,
  videoTrack,
} from "#server/testing/data/build-video.ts";

const folder = mkdtempSync(path.join(tmpdir(), "kampus-places-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const place = "freeGPS 41.3111 N";
const [one, two] = ["frame one", "frame two"];
/** Sound of twelve bytes, which is three frames of two channels of 16 bits. */
const sound = "sound, sound";

it("a video loses the position that a dashboard camera writes between the frames", async () => {
  const { text, isComplete } = await cleaned(one + place + two, (at) => [
    picturesOf([at, at + one.length + place.length]),
  ]);
  expect([text, isComplete]).toEqual([one + "\0".repeat(place.length) + two, true]);
});

it("a video loses what stands between thousands of frames, near and far from each other", async () => {
  const gaps = Array.from({ length: 8_000 }, (_, index) =>
    "p".repeat(index % 997 === 0 ? 70_000 : index % 20),
  );
  const media = gaps.map((gap) => `f${gap}`).join("");
  let end = 0;
  const chunks = gaps.map(({ length }) => {
    end += 1 + length;
    return end - 1 - length;
  });
  const frames = gaps.map(() => "f");
  const { text, isComplete } = await cleaned(media, (at) => [
    picturesOf(
      chunks.map((chunk) => at + chunk),
      frames,
    ),
  ]);
  expect(isComplete).toBe(true);
  expect(text === media.replaceAll("p", "\0")).toBe(true);
});

it.each([
  ["one byte for each sample, whatever its channels are", soundEntry({ format: "twos" }), 1, 3],
  [
    "one byte for each sample of little-endian sound",
    soundEntry({ format: "sowt", version: 1 }),
    1,
    3,
  ],
  ["24 bits that a field calls 16", soundEntry({ format: "in24" }), 1, 2],
  ["one byte for a channel", soundEntry({ format: "ulaw" }), 1, 6],
  ["the size of a frame", soundEntry({ format: "sowt" }), 4, 3],
  ["the size of several frames", soundEntry({ format: "twos" }), 12, 1],
  ["packets that the description counts", linearSound({ packetBytes: 4, packetFrames: 1 }), 1, 3],
  ["samples of one size of another format", soundEntry({ format: "ac-3" }), 6, 2],
])(
  "a video also loses a place beside sound of constant size: %s",
  async (_title, entry, size, total) => {
    const { text, isComplete } = await cleaned(one + place + sound + place + two, (at) => {
      const soundAt = at + one.length + place.length;
      return [
        picturesOf([at, soundAt + sound.length + place.length]),
        soundOf({ entry, size, total, at: soundAt }),
      ];
    });
    const gap = "\0".repeat(place.length);
    expect([text, isComplete]).toEqual([one + gap + sound + gap + two, true]);
  },
);

it.each([
  ["compressed sound in packets", soundEntry({ format: "ima4", version: 1 }), 1],
  ["compressed sound of one byte a sample", soundEntry({ format: "MAC3" }), 1],
  ["a size that is no whole frame", soundEntry({ format: "twos" }), 2],
  ["several frames in a packet", linearSound({ packetBytes: 8, packetFrames: 2 }), 1],
  ["a description that is cut off", videoBox("twos", videoNumbers(0, 1)), 1],
  ["several descriptions", Buffer.concat(Array(2).fill(soundEntry({ format: "twos" }))), 1],
])(
  "a place beside sound that may be longer stays, and the uploader is warned: %s",
  async (...given) => {
    const [, entry, size] = given;
    const content = one + sound + place + two;
    const { text, isComplete } = await cleaned(content, (at) => [
      picturesOf([at, at + one.length + sound.length + place.length]),
      soundOf({ entry, size, total: 3, at: at + one.length }),
    ]);
    expect([text, isComplete]).toEqual([content, false]);
  },
);

it("a second part of media without frames stays, and the uploader is warned", async () => {
  const orphan = videoBox("mdat", Buffer.from(place));
  const { file, isComplete } = await cleaned(one, (at) => [picturesOf([at], [one])], orphan);
  expect(file.includes(place)).toBe(true);
  expect(isComplete).toBe(false);
});

it("the uploader is not warned of an empty second part of media", async () => {
  const empty = videoBox("mdat");
  const { isComplete } = await cleaned(one, (at) => [picturesOf([at], [one])], empty);
  expect(isComplete).toBe(true);
});

it("what is between the frames of a video in fragments stays, and the uploader is warned", async () => {
  const fragment = Buffer.concat([videoBox("moof"), videoBox("mdat", Buffer.from(place))]);
  const { file, isComplete } = await cleaned(one, (at) => [picturesOf([at], [one])], fragment);
  expect(file.includes(place)).toBe(true);
  expect(isComplete).toBe(false);
});

it("media that held nothing but the telemetry of a removed track is emptied, and the uploader is not warned", async () => {
  const { text, isComplete } = await cleaned(place + place, (at) => [
    videoTrack("meta", ...tablesOf({ sizes: [0, 1, place.length], chunks: [at] })),
  ]);
  expect([text, isComplete]).toEqual(["\0".repeat(2 * place.length), true]);
});

/** The media of a video with these tracks, after its tags were removed; `after` follows the media. */
async function cleaned(media: string, tracksAt: (at: number) => Buffer[], after = Buffer.alloc(0)) {
  const at = videoStart.length + 8;
  const mdat = videoBox("mdat", Buffer.from(media));
  const video = [videoStart, mdat, after, videoBox("moov", ...tracksAt(at))];
  const file = path.join(folder, "video");
  writeFileSync(file, Buffer.concat(video));
  const removed = await removeTags(file);
  const now = readFileSync(file).toString("latin1");
  return {
    file: now,
    text: now.slice(at, at + media.length),
    isComplete: removed?.isComplete,
  };
}

/** A track of pictures, each of which is a chunk. */
const picturesOf = (chunks: number[], frames = [one, two]) => {
  const sizes = [0, frames.length, ...frames.map(({ length }) => length)];
  return videoTrack("vide", videoBox("stsd", videoNumbers(0, 0)), ...tablesOf({ sizes, chunks }));
};

/** A track of sound in one chunk, all samples of which have one size. */
function soundOf({ entry, size, total, at }: SoundTrack) {
  const stsd = videoBox("stsd", videoNumbers(0, 1), entry);
  const tables = tablesOf({ sizes: [size, total], chunks: [at], samplesInChunk: total });
  return videoTrack("soun", stsd, ...tables);
}

interface SoundTrack {
  entry: Buffer;
  size: number;
  total: number;
  at: number;
}

interface SampleTables {
  sizes: number[];
  chunks: number[];
  samplesInChunk?: number;
}

const tablesOf = ({ sizes, chunks, samplesInChunk = 1 }: SampleTables) => [
  videoBox("stsz", videoNumbers(0, ...sizes)),
  videoBox("stsc", videoNumbers(0, 1, 1, samplesInChunk, 1)),
  videoBox("stco", videoNumbers(0, chunks.length, ...chunks)),
];

/** The description of sound of two channels and 16 bits. */
function soundEntry({ format, version = 0 }: { format: string; version?: number }) {
  const described = Buffer.alloc(version === 1 ? 44 : 28);
  described.writeUInt16BE(version, 8);
  described.writeUInt16BE(2, 16);
  described.writeUInt16BE(16, 18);
  return videoBox(format, described);
}

/** The second version of the description, for uncompressed sound of any kind. */
function linearSound({ packetBytes, packetFrames }: { packetBytes: number; packetFrames: number }) {
  const described = Buffer.alloc(64);
  described.writeUInt16BE(2, 8);
  described.writeUInt32BE(packetBytes, 56);
  described.writeUInt32BE(packetFrames, 60);
  return videoBox("lpcm", described);
}
