/**
 * `npm run bench -- uploads`: 20 photos of 12 megapixels uploaded at once, on PostgreSQL: what the process takes of memory,
 * how long others wait for an answer meanwhile, and what it costs above sharp alone; then an image that is a bomb.
 * Memory is read from /proc: on Linux.
 */
import { execFile } from "node:child_process";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { answerTo, hostOf } from "#bench/measure/answer-to.ts";
import { residentMb } from "#bench/measure/memory-of.ts";
import { reportOn } from "#bench/measure/report.ts";
import { startSteadyCalls } from "#bench/measure/steady-calls.ts";
import { atMost, rounded } from "#bench/measure/targets.ts";
import { openTemporaryKampus } from "#bench/temporary-kampus.ts";
import { karimov, newMember } from "#e2e/members.ts";
import { imageUploaded } from "#lib/images/schema.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

const uploads = 20;
const upload = "/api/ru/profile/setting/images/upload";

await using folder = await mkdtempDisposable(path.join(tmpdir(), "kampus-bench-"));
const photos = await makePhotos(4);
await using opened = await openTemporaryKampus();
const { kampus } = opened;
const member = await newMember(kampus, karimov);
await measureBomb();
await store(await formOf(await readFile(photos[0] ?? ""))); // warms up
await measurePhotos(
  Array.from({ length: uploads }, (_, index) => photos[index % photos.length] ?? ""),
);

async function measurePhotos(files: string[]): Promise<void> {
  const floorMs = await timeOfSharp(files);
  const forms = await Promise.all(files.map(async (file) => formOf(await readFile(file))));
  await forgetPeak();
  const stopAsking = await startSteadyCalls(kampus, member, "/api/ru/user");
  const startedAt = performance.now();
  const urls = await Promise.all(forms.map((form) => store(form)));
  const tookMs = performance.now() - startedAt;
  const { p50Ms, p99Ms, maxMs } = await stopAsking();
  const peakMb = await residentMb(kampus.processId, "VmHWM");
  for (const url of urls) {
    const { status } = await kampus.request("profile", url);
    if (status !== 200) throw new Error(`${url} was answered ${status}`);
  }
  const name = `${uploads} photos of 12 megapixels at once`;
  const { line } = reportOn(
    name,
    `${name}, ${availableParallelism()} processors: all stored\n  ${rounded(tookMs)} ms, sharp alone ${rounded(floorMs)} ms`,
  );
  line("of sharp alone", `${rounded((tookMs / floorMs) * 100)} %`);
  line("memory at its highest", atMost(peakMb, 700, " MB"));
  line("GET /user meanwhile, p50", `${rounded(p50Ms)} ms, longest ${rounded(maxMs)} ms`);
  line("GET /user meanwhile, p99", atMost(p99Ms, 100, " ms"));
}

/** A PNG of a few bytes that promises 2,500 megapixels. */
async function measureBomb(): Promise<void> {
  const bomb = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  const form = await formOf(Buffer.from(bomb));
  await forgetPeak();
  const beforeMb = await residentMb(kampus.processId);
  const startedAt = performance.now();
  const { status } = await post(form);
  const tookMs = performance.now() - startedAt;
  const grownMb = (await residentMb(kampus.processId, "VmHWM")) - beforeMb;
  const name = "a PNG of 50,000 × 50,000 pixels";
  const { line } = reportOn(name, `${name}: ${status} after ${rounded(tookMs)} ms`);
  line("memory grows by", atMost(grownMb, 200, " MB"));
}

async function timeOfSharp(files: string[]): Promise<number> {
  const program = inRoot("bench/floors/sharp.ts");
  return Number((await promisify(execFile)(projectNode, [program, ...files])).stdout);
}

interface Form {
  type: string;
  bytes: Buffer;
}

/** Made beforehand: what senders do is not measured. */
async function formOf(image: Uint8Array<ArrayBuffer>): Promise<Form> {
  const form = new FormData();
  form.append("image", new Blob([image]), "photo.jpg");
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  return { type, bytes: Buffer.from(await encoded.arrayBuffer()) };
}

function post({ type, bytes }: Form) {
  const headers = {
    host: hostOf(kampus, "profile"),
    authorization: `Bearer ${member.token}`,
    "content-type": type,
    "content-length": bytes.length,
  };
  const { port } = kampus.deployment;
  return answerTo({ port, path: upload, method: "POST", headers }, bytes);
}

/** The address of the stored image. */
async function store(form: Form): Promise<string> {
  const { status, body } = await post(form);
  if (status !== 201) throw new Error(`an upload was answered ${status}: ${body.toString()}`);
  return imageUploaded.parse(JSON.parse(body.toString())).data.url;
}

/** Makes photos like those of cameras: grain everywhere, 4 to 6 MB. */
async function makePhotos(count: number): Promise<string[]> {
  const files = Array.from({ length: count }, (_, index) => path.join(folder.path, `${index}.jpg`));
  for (const file of files) {
    const noise = { type: "gaussian", mean: 128, sigma: 35 } as const;
    const grain = await sharp({
      create: { width: 2000, height: 1500, channels: 3, background: "grey", noise },
    })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const photo = await sharp(grain).resize(4000, 3000).jpeg({ quality: 83 }).toBuffer();
    await writeFile(file, photo);
  }
  return files;
}

async function forgetPeak(): Promise<void> {
  await writeFile(`/proc/${kampus.processId}/clear_refs`, "5");
}
