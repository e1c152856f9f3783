import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Failure } from "#server/http/failure.ts";
import { beginUpload } from "#server/testing/http-request.ts";
import { faultsIn } from "#server/testing/answers.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { multipartOf, plainImage, testImages } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const images = testImages(kampus);

const filesOnTheWay = () => readdirSync(path.join(kampus.env.varDir, "uploads"));
/** A failure has left nothing behind. */
afterEach(async () => {
  await kampus.app.sweepFiles();
  expect(filesOnTheWay()).toEqual([]);
  const rows = await kampus.db.selectFrom("unclaimed_files").selectAll().execute();
  expect(rows).toEqual([]);
});

describe("a form is refused", () => {
  const send = async (...parts: Parameters<typeof multipartOf>) => {
    const answer = await images.send(multipartOf(...parts), await oneMember(kampus));
    const errors = faultsIn(answer);
    return [answer.statusCode, errors.image];
  };
  const required = [422, ["This field is required"]];

  it("without a file, with it under another name, or as a text", async () => {
    const photo = await plainImage().jpeg().toBuffer();
    expect(await send(["text", "x"])).toEqual(required);
    expect(await send(["file", photo, "a.jpg"])).toEqual(required);
    expect(await send(["image", "photo.jpg"])).toEqual(required);
  });

  it("with two images, because the intended one would be unclear", async () => {
    const photo = await plainImage().jpeg().toBuffer();
    expect(await send(["image", photo, "a.jpg"], ["image", photo, "b.jpg"])).toEqual([
      422,
      ["This value is not allowed"],
    ]);
  });

  it("that is not multipart", async () => {
    const { token } = await oneMember(kampus);
    const url = "/api/en/profile/setting/images/upload";
    for (const [type, body] of [
      ["application/json", "{}"],
      ["image/jpeg", "x"],
      ["application/x-www-form-urlencoded", "image=x"],
    ] as const) {
      const headers = { "content-type": type };
      expect((await kampus.post(url, body, { token, headers })).statusCode).toBe(415);
    }
    expect((await kampus.post(url, undefined, { token })).statusCode).toBe(415);
  });
});

describe("an upload that breaks off", () => {
  it("leaves neither an image nor a file", async () => {
    const { token } = await oneMember(kampus);
    const path = "/api/en/profile/setting/images/upload";
    const connection = await beginUpload(kampus, { token }, path, "Content-Length: 1000000");
    connection.write(
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n',
    );
    connection.write(Buffer.alloc(200_000));
    await expect.poll(filesOnTheWay).toHaveLength(1);
    connection.destroy();
    await expect.poll(filesOnTheWay).toEqual([]);
    expect(await images.list({ token })).toMatchObject({ meta: { total: 0 } });
  });
});

describe("while the store is away", () => {
  it("uploads answer 503, and leave neither rows nor files", async () => {
    const member = await oneMember(kampus);
    const keys: string[] = [];
    const { put } = kampus.storage;
    vi.spyOn(kampus.storage, "put").mockImplementation(async (key, ...rest) => {
      keys.push(key);
      if (key.endsWith("96.webp")) throw new Failure("unavailable", { retryAfterS: 5 });
      return put(key, ...rest);
    });
    const answer = await images.upload(member, await plainImage().jpeg().toBuffer());
    vi.restoreAllMocks();
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(await images.list(member)).toMatchObject({ meta: { total: 0 } });
    await kampus.app.sweepFiles();
    expect(keys).toHaveLength(5);
    const left = await Promise.all(keys.map((key) => kampus.storage.read(key)));
    expect(left).toEqual(Array(5).fill(null));
    expect((await images.add(member)).is_main).toBe(true);
  });
});

describe("by production's limits", () => {
  const limited = limitedKampus();

  it("a member uploads 30 times in 30 minutes, another as often", async () => {
    const { upload: send } = testImages(limited.kampus);
    const [one, other] = [await oneMember(limited.kampus), await oneMember(limited.kampus)];
    const nothing = Buffer.from("no image");
    const answers = await times(31, () => send(one, nothing));
    expect(statuses(answers)).toEqual([...Array<number>(30).fill(422), 429]);
    const retryAfterS = Number(answers[30]?.headers["retry-after"]);
    expect(retryAfterS).toBeGreaterThan(1_700);
    expect(retryAfterS).toBeLessThanOrEqual(1_800);
    expect((await send(other, nothing)).statusCode).toBe(422);
  });
});

describe("a member with 500 images", () => {
  it("adds no other before one is deleted, however many are on their way", async () => {
    const member = await oneMember(kampus);
    await kampus.db
      .insertInto("images")
      .values(
        Array.from({ length: 499 }, (_, index) => ({
          user_id: member.id,
          storage_key: `images/${String(index).padStart(32, "0")}`,
          bytes: 1,
          width: 1,
          height: 1,
          placeholder: "data:",
        })),
      )
      .execute();
    const photo = await plainImage().jpeg().toBuffer();
    const answers = await Promise.all([1, 2, 3].map(() => images.upload(member, photo)));
    expect(statuses(answers).sort()).toEqual([201, 422, 422]);
    const refused = await images.upload(member, photo);
    expect(refused.json()).toMatchObject({
      errors: { image: ["You can keep at most 500 photos. Delete some first"] },
    });
    const [newest] = (await images.list(member)).data;
    await images.delete(member, newest?.id ?? 0);
    expect((await images.upload(member, photo)).statusCode).toBe(201);
  });
});
