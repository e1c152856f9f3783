import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileTypeFromFile } from "file-type";
import { afterAll, describe, expect, it } from "vitest";
import { removeTags } from "#server/media/remove-tags.ts";
import {
  videoBox,
  videoNumbers,
  videoStart,
  videoTrack,
} from "#server/testing/data/build-video.ts";

/** Made by ffmpeg with tags of author, device and place: "CANARY", 41.3111 N. */
const samples = path.join(import.meta.dirname, "samples");
const names = readdirSync(samples);
const traces = /CANARY|41\.3111|GPS|Lavf/;

const folder = mkdtempSync(path.join(tmpdir(), "kampus-tags-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const sample = (name: string) => readFileSync(path.join(samples, name));
const text = (content: Buffer) => content.toString("latin1");
/** A copy without its tags; null: unchanged. */
async function cleaned(content: Buffer) {
  const file = path.join(folder, "file");
  writeFileSync(file, content);
  const removed = await removeTags(file);
  const now = readFileSync(file);
  if (removed === null) expect(now.equals(content)).toBe(true);
  else expect(removed.bytes).toBe(now.length);
  return removed === null ? null : now;
}

/** The offset of the picture and sound data, and how many bytes of it are compared. */
const frames: Record<string, (content: Buffer) => { at: number; length: number }> = {
  mp4: mdatOf,
  mov: mdatOf,
  m4a: mdatOf,
  webm: clusterOf,
  mkv: clusterOf,
  wav: (content) => ({ at: content.indexOf("data"), length: 6_000 }),
  flac: (content) => ({ at: content.lastIndexOf(Buffer.from("\xFF\xF8", "latin1")), length: 300 }),
  mp3: (content) => ({ at: content.indexOf(Buffer.from("\xFF\xF3", "latin1")), length: 900 }),
  aac: (content) => ({ at: content.indexOf(Buffer.from("\xFF\xF1", "latin1")), length: 900 }),
};
function mdatOf(content: Buffer) {
  const at = content.indexOf("mdat");
  return { at, length: content.readUInt32BE(at - 4) - 4 };
}
function clusterOf(content: Buffer) {
  return { at: content.indexOf(Buffer.from("\x1F\x43\xB6\x75", "latin1")), length: 700 };
}

describe("a video or a sound", () => {
  it.each(names)("no longer has tags of place, device and author: %s", async (name) => {
    const before = sample(name);
    const after = await cleaned(before);
    if (!after) throw new Error("not understood");
    if (name !== "subtitles.mp4") expect(text(before)).toMatch(traces);
    expect(text(after)).not.toMatch(traces);
    expect((await fileTypeFromFile(path.join(folder, "file")))?.mime).toBe(
      (await fileTypeFromFile(path.join(samples, name)))?.mime,
    );
    // A second run finds nothing to remove.
    expect((await cleaned(after))?.equals(after)).toBe(true);
  });

  it.each(names.filter((name) => frames[path.extname(name).slice(1)] && name !== "drone.mp4"))(
    "keeps its frames where they were: %s",
    async (name) => {
      const before = sample(name);
      const after = await cleaned(before);
      const { at, length } = frames[path.extname(name).slice(1)]?.(before) ?? { at: -1, length: 0 };
      expect(at).toBeGreaterThan(0);
      const part = (content: Buffer | null) => content?.subarray(at, at + length);
      expect(part(after)?.equals(part(before) ?? Buffer.alloc(0))).toBe(true);
    },
  );

  it.each(names.filter((name) => /\.(?:ogg|opus|oga)$/.test(name)))(
    "has valid checksums on its pages: %s",
    async (name) => {
      const after = await cleaned(sample(name));
      expect(after && pagesOf(after).length).toBeGreaterThan(1);
      for (const page of pagesOf(after ?? Buffer.alloc(0)))
        expect(page.readUInt32LE(22)).toBe(checksumOf(page));
    },
  );

  it("keeps its subtitles, but loses the whole track where a drone wrote its positions as subtitles", async () => {
    expect(text((await cleaned(sample("subtitles.mp4"))) ?? Buffer.alloc(0))).toContain("Hello");
    const drone = await cleaned(sample("drone.mp4"));
    expect(text(drone ?? Buffer.alloc(0))).not.toContain("sbtl");
    expect(text(drone ?? Buffer.alloc(0)).split("trak")).toHaveLength(3);
  });

  it("loses the track in which a camera wrote its position second by second", async () => {
    const telemetry = sample("subtitles.mp4");
    telemetry.write("meta", telemetry.indexOf("sbtl"), "latin1");
    expect(text((await cleaned(telemetry)) ?? Buffer.alloc(0))).not.toContain("Hello");
  });

  it("loses a box in which the camera's maker stores the position", async () => {
    const [head, own] = [
      sample("place.mp4"),
      Buffer.from("\0\0\0\x18GPS CANARY 41.3111 N", "latin1"),
    ];
    own.writeUInt32BE(own.length);
    const after = await cleaned(Buffer.concat([head, own]));
    expect(text(after ?? Buffer.from("GPS"))).not.toMatch(traces);
  });
});

describe("a file that cannot be parsed", () => {
  it.each([
    ["an empty file", Buffer.alloc(0)],
    ["text", Buffer.from("CANARY notes")],
    ["a video without its index", sample("place.mp4").subarray(0, 60)],
    ["telemetry in fragments", renamed("fragments.mp4", "soun", "meta")],
    ["a compressed index", renamed("place.mp4", "mvhd", "cmov")],
    ["an Ogg of an unknown codec", renamed("song.ogg", "vorbis", "secret")],
  ])("is reported as not understood, and left as it is: %s", async (_title, content) => {
    expect(await cleaned(content)).toBeNull();
  });

  it(
    "may contain any bytes: it takes no longer, and breaks nothing",
    { timeout: 60_000 },
    async () => {
      let seed = 7;
      const random = (below: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
        return seed % below;
      };
      for (const name of names)
        for (let round = 0; round < 25; round += 1) {
          const content = Buffer.from(sample(name));
          for (let change = 0; change < 8; change += 1)
            content[random(content.length)] = [0, 1, 0x7f, 0x80, 0xff][random(5)] ?? 0;
          const cut = content.subarray(0, round % 3 === 0 ? random(content.length) : undefined);
          const startedAt = performance.now();
          await cleaned(cut);
          expect(performance.now() - startedAt).toBeLessThan(5_000);
        }
    },
  );

  it("is a file whose tables name one part over and over", async () => {
    const content = renamed("drone.mp4", "sbtl", "meta");
    const table = content.lastIndexOf("stsz");
    content.writeUInt32BE(2 ** 31, table + 8); // the size of each sample
    expect(await cleaned(content)).toBeNull();
  });

  it("is a video that claims more samples than could ever be counted", async () => {
    const chunks = Array.from({ length: 20_000 }, () => 100);
    const track = videoTrack(
      "meta",
      videoBox("stsz", videoNumbers(0, 1, 0)),
      videoBox("stsc", videoNumbers(0, 1, 1, 4_000_000, 1)),
      videoBox("stco", videoNumbers(0, chunks.length, ...chunks)),
    );
    const media = videoBox("mdat", Buffer.alloc(4_000_000));
    const video = Buffer.concat([videoStart, media, videoBox("moov", track)]);
    expect(await cleaned(video)).toBeNull();
  });
});

it("a file of 200 MB is cleaned without being read into memory", async () => {
  const file = path.join(folder, "large.mp4");
  copyFileSync(path.join(samples, "place.mp4"), file);
  const small = readFileSync(file);
  const media = Buffer.alloc(8);
  media.writeUInt32BE(200_000_000);
  media.write("mdat", 4);
  // Sparse: nothing but zeros follows.
  writeFileSync(file, Buffer.concat([small, media]));
  const { truncate } = await import("node:fs/promises");
  await truncate(file, small.length + 200_000_000);
  const before = process.memoryUsage.rss();
  expect((await removeTags(file))?.bytes).toBe(small.length + 200_000_000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
});

function renamed(name: string, from: string, to: string): Buffer {
  const content = sample(name);
  return Buffer.from(text(content).replaceAll(from, to), "latin1");
}

function pagesOf(content: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < content.length;) {
    const segments = content.subarray(at + 27, at + 27 + (content[at + 26] ?? 0));
    const end = at + 27 + segments.length + segments.reduce((sum, length) => sum + length, 0);
    pages.push(content.subarray(at, end));
    at = end;
  }
  return pages;
}

/** RFC 3533, bit by bit. */
function checksumOf(page: Buffer): number {
  let sum = 0;
  for (const [at, byte] of page.entries()) {
    sum ^= (at >= 22 && at < 26 ? 0 : byte) << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  }
  return sum >>> 0;
}
