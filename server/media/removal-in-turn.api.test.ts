import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { afterAll, expect, it } from "vitest";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { createMedia } from "#server/media/service.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { multipartOf } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import type { Decode } from "#server/uploads/decode-queue.ts";
import { uploadForms } from "#server/uploads/upload-forms.ts";
import { openUploads } from "#server/uploads/uploads.ts";

const kampus = kampusForFile();
const folder = mkdtempSync(path.join(tmpdir(), "kampus-turns-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it("the tags of a sound are removed in its member's turn, so that crafted files wait for each other", async () => {
  const { id: userId } = await oneMember(kampus);
  const turns: Parameters<Decode>[0][] = [];
  const decode: Decode = Object.assign(
    <T>(turn: Parameters<Decode>[0], work: () => Promise<T>) => {
      turns.push(turn);
      return work();
    },
    { load: () => ({ running: 0, waiting: 0, refused: 0 }) },
  );
  const uploads = await openUploads(folder);
  const app = Fastify();
  const media = createMedia({
    db: kampus.db,
    storage: kampus.storage,
    env: kampus.env,
    log: app.log,
    fileUrl: fileUrlsOn(undefined, { sign: () => "", readerOf: () => undefined }),
    sweepFilesSoon: () => undefined,
    uploads: { ...uploads, decode },
  });
  await app.register(uploadForms);
  app.post("/", (request) => media.receive(request, { userId, inProfile: true }));
  const send = (content: Buffer, name: string) =>
    app.inject({ method: "POST", url: "/", payload: multipartOf(["file", content, name]) });

  const song = readFileSync(new URL("samples/cover.mp3", import.meta.url));
  expect((await send(song, "song.mp3")).json()).toMatchObject({ tags_kept: false });
  expect(turns).toEqual([{ userId, bytes: song.length }]);
  expect((await send(Buffer.from("notes"), "notes.txt")).statusCode).toBe(200);
  expect(turns).toHaveLength(1);
  uploads.close();
  await app.close();
});
