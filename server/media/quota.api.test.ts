import { connect } from "node:net";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { oneMember } from "#server/testing/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMedia } from "#server/testing/test-media.ts";

const quotaBytes = 10 * 1024 * 1024;

let kampus: TestKampus;
let media: ReturnType<typeof testMedia>;
beforeAll(async () => {
  kampus = await startTestKampus({ MEDIA_QUOTA_MB: "10" });
  media = testMedia(kampus);
});
afterAll(() => kampus.close());
/** Whatever was refused has left nothing behind. */
afterEach(async () => {
  expect(await media.unclaimed()).toEqual([]);
});

const noRoom = {
  code: "invalid",
  errors: {
    file: ["There is not enough room for this file. Delete something you no longer need"],
  },
};
const text = (bytes: number) => Buffer.alloc(bytes, "a");
const use = (userId: number, media_bytes: number) =>
  kampus.db.updateTable("users").set({ media_bytes }).where("id", "=", userId).execute();

describe("the room that a member has", () => {
  it("is told with the list, and is what the files take", async () => {
    const member = await oneMember(kampus);
    expect((await media.list(member)).meta).toEqual({
      next: null,
      used_bytes: 0,
      quota_bytes: quotaBytes,
    });
    await media.add(member, text(1_000));
    await media.add(member, text(500));
    expect((await media.list(member)).meta.used_bytes).toBe(1_500);
  });

  it("holds exactly what fits", async () => {
    const member = await oneMember(kampus);
    await use(member.id, quotaBytes - 1_000);
    const answer = await media.upload(member, text(1_001));
    expect([answer.statusCode, answer.json()]).toMatchObject([422, noRoom]);
    const { id } = await media.add(member, text(1_000));
    expect((await media.list(member)).meta.used_bytes).toBe(quotaBytes);
    expect((await media.upload(member, "a")).statusCode).toBe(422);
    await media.delete(member, id);
    await media.add(member, text(1_000));
  });

  it("is never passed, however many files come at once", async () => {
    const member = await oneMember(kampus);
    await use(member.id, quotaBytes - 5 * 1_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => media.upload(member, text(1_000))),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 422)).toHaveLength(15);
    const { data, meta } = await media.list(member);
    expect([data.length, meta.used_bytes]).toEqual([5, quotaBytes]);
  });

  it("comes back once, however often a file is deleted at once", async () => {
    const member = await oneMember(kampus);
    await use(member.id, 5_000);
    const { id } = await media.add(member, text(1_000));
    const answers = await Promise.all(Array.from({ length: 5 }, () => media.delete(member, id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await media.list(member)).meta.used_bytes).toBe(5_000);
  });
});

describe("a file that says it is larger than the room", () => {
  it("is refused before it has come", async () => {
    const { id, token } = await oneMember(kampus);
    await use(id, quotaBytes - 1_000);
    const connection = connect({ port: await kampus.listen(), host: "127.0.0.1" });
    connection.write(
      [
        "POST /api/en/profile/media/upload HTTP/1.1",
        "Host: profile.kampus.localhost",
        `Authorization: Bearer ${token}`,
        "Content-Type: multipart/form-data; boundary=x",
        "Content-Length: 3000000",
        "",
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\naaa',
      ].join("\r\n"),
    );
    const [answer] = (await once(connection.setEncoding("utf8"), "data")) as [string];
    connection.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
    expect(answer).toContain("not enough room");
  });
});
