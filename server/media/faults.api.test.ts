import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { beginUpload } from "#server/testing/http-request.ts";
import { faultsIn, statusAndBody } from "#server/testing/answers.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { multipartOf, plainImage } from "#server/testing/data/test-images.ts";
import { kampusForFile, startTestKampus } from "#server/testing/test-kampus.ts";
import { someVideo, testMedia } from "#server/testing/data/test-media.ts";
import { startTestS3 } from "#server/testing/doubles/test-s3.ts";
import { storeUnavailable } from "#server/storage/storage.ts";

const kampus = kampusForFile();
const media = testMedia(kampus);

const filesOnTheWay = () => readdirSync(path.join(kampus.env.varDir, "uploads"));
/** A failure has left nothing behind. */
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await media.unclaimed()).toEqual([]);
  expect(filesOnTheWay()).toEqual([]);
});

const diskFull = () =>
  storeUnavailable(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));

/** The keys that were written, or tried; those that `fails` names fail. */
function putting(fails: (key: string) => boolean) {
  const keys: string[] = [];
  const { put } = kampus.storage;
  vi.spyOn(kampus.storage, "put").mockImplementation(async (key, ...rest) => {
    keys.push(key);
    if (fails(key)) throw diskFull();
    return put(key, ...rest);
  });
  return keys;
}

describe("a full disk", () => {
  it.each(["file", "thumb.webp"])(
    "at %s answers 503, and leaves neither row nor file",
    async (full) => {
      const member = await oneMember(kampus);
      const keys = putting((key) => key.endsWith(full));
      const photo = await plainImage().jpeg().toBuffer();
      const answer = await media.upload(member, photo, "a.jpg");
      expect([answer.statusCode, answer.headers["retry-after"], answer.json()]).toMatchObject([
        503,
        "10",
        { code: "unavailable" },
      ]);
      expect(await media.list(member)).toMatchObject({ data: [], meta: { used_bytes: 0 } });
      expect(await media.unclaimed()).toEqual([]);
      for (const key of keys) expect(await kampus.storage.read(key)).toBeNull();
      vi.restoreAllMocks();
      expect((await media.upload(member, photo, "a.jpg")).statusCode).toBe(201);
    },
  );
});

describe("an account that goes while its file is stored", () => {
  it("keeps no file", async () => {
    const member = await oneMember(kampus);
    const { put } = kampus.storage;
    const keys: string[] = [];
    vi.spyOn(kampus.storage, "put").mockImplementation(async (key, ...rest) => {
      keys.push(key);
      const stored = await put(key, ...rest);
      await kampus.updateMember(member, { deleted_at: new Date() });
      return stored;
    });
    expect((await media.upload(member, "notes")).statusCode).toBe(401);
    expect(await media.unclaimed()).toEqual([]);
    expect(keys).toHaveLength(1);
    expect(await kampus.storage.read(keys[0] ?? "")).toBeNull();
  });
});

describe("an upload that breaks off", () => {
  it("leaves neither an entry nor a file", async () => {
    const { token } = await oneMember(kampus);
    const path = "/api/en/profile/media/upload";
    const connection = await beginUpload(kampus, { token }, path, "Transfer-Encoding: chunked");
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    for (const chunk of [part, ...Array<string>(10).fill("a".repeat(20_000))])
      connection.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    await expect.poll(filesOnTheWay).toHaveLength(1);
    connection.destroy();
    await expect.poll(filesOnTheWay).toEqual([]);
    expect(await media.list({ token })).toMatchObject({ data: [], meta: { used_bytes: 0 } });
  });
});

describe("a form is refused", () => {
  const send = async (form: FormData) => {
    const answer = await media.send(form, await oneMember(kampus));
    const errors = faultsIn(answer);
    return [answer.statusCode, errors.file];
  };

  it("without a file, or with only a frame", async () => {
    const required = [422, ["This field is required"]];
    expect(await send(multipartOf(["text", "x"]))).toEqual(required);
    const frame = await plainImage().jpeg().toBuffer();
    expect(await send(multipartOf(["thumb", frame, "a.jpg"]))).toEqual(required);
  });

  it("with two files, or with a frame that is too large", async () => {
    const file = ["file", Buffer.from("x"), "a.txt"] as const;
    expect(await send(multipartOf([...file], [...file]))).toEqual([
      422,
      ["This value is not allowed"],
    ]);
    const frame = Buffer.alloc(1024 * 1024 + 1);
    const form = multipartOf(["file", someVideo, "a.mp4"], ["thumb", frame, "a.jpg"]);
    expect((await send(form))[0]).toBe(413);
  });

  it("with a picture of more than 16 MB, in the profile and in messages; other files may be larger", async () => {
    const member = await oneMember(kampus);
    const photo = await plainImage().jpeg().toBuffer();
    const large = Buffer.concat([photo, Buffer.alloc(16 * 1024 * 1024 + 1 - photo.length)]);
    const notes = Buffer.alloc(large.length, "a");
    for (const send of [media.send, media.attach]) {
      const refused = await send(multipartOf(["file", large, "notes.txt"]), member);
      expect(statusAndBody(refused)).toMatchObject([413, { code: "too_large" }]);
      expect(
        (await send(multipartOf(["file", large.subarray(1), "a.jpg"]), member)).statusCode,
      ).toBe(422);
      expect((await send(multipartOf(["file", notes, "a.jpg"]), member)).statusCode).toBe(201);
    }
    const whole = large.subarray(0, 16 * 1024 * 1024);
    expect((await media.send(multipartOf(["file", whole, "a.jpg"]), member)).statusCode).toBe(201);
  });

  it("that is not multipart", async () => {
    const { token } = await oneMember(kampus);
    const url = "/api/en/profile/media/upload";
    expect((await kampus.post(url, {}, { token })).statusCode).toBe(415);
    expect((await kampus.post(url, undefined, { token })).statusCode).toBe(415);
  });
});

describe("with an S3-compatible store", () => {
  it("files are stored there; while it is away uploads are answered 503 and all else works", async () => {
    const server = await startTestS3();
    const apart = await startTestKampus({ S3_URL: server.url });
    const there = testMedia(apart);
    const member = await oneMember(apart);
    const { url, thumb_url } = await there.add(member, await plainImage().png().toBuffer());
    for (const address of [url, thumb_url ?? ""])
      expect((await apart.get(address)).statusCode).toBe(200);
    expect((await apart.get(url, { headers: { range: "bytes=1-3" } })).body).toBe("PNG");

    await server.close();
    const answer = await there.upload(member, "notes");
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "10"]);
    expect((await apart.get(url)).statusCode).toBe(503);
    expect((await there.list(member)).data).toHaveLength(1);
    expect((await apart.get("/readyz")).statusCode).toBe(200);
    await apart.close();
  });
});

describe("by production's limits", () => {
  const limited = limitedKampus();

  it("a member uploads 30 files in 30 minutes", async () => {
    const member = await oneMember(limited.kampus);
    const { upload } = testMedia(limited.kampus);
    const answers = await times(31, () => upload(member, ""));
    expect(statuses(answers)).toEqual([...Array<number>(30).fill(422), 429]);
    expect(Number(answers[30]?.headers["retry-after"])).toBeGreaterThan(1_700);
  });
});
