import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { beginUpload } from "#server/testing/http-request.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMedia } from "#server/testing/data/test-media.ts";

const quotaBytes = 10 * 1024 * 1024;

const kampus = kampusForFile({ MEDIA_QUOTA_MB: "10" });
const media = testMedia(kampus);
/** A refusal has left nothing behind. */
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
  kampus.updateMember({ id: userId }, { media_bytes });

describe("the quota of a member", () => {
  it("is answered with the list of files, and counts their bytes", async () => {
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

  it("allows files up to exactly its size", async () => {
    const member = await oneMember(kampus);
    await use(member.id, quotaBytes - 1_000);
    expect(statusAndBody(await media.upload(member, text(1_001)))).toMatchObject([422, noRoom]);
    const { id } = await media.add(member, text(1_000));
    expect((await media.list(member)).meta.used_bytes).toBe(quotaBytes);
    expect((await media.upload(member, "a")).statusCode).toBe(422);
    await media.delete(member, id);
    await media.add(member, text(1_000));
  });

  it("is never exceeded, however many files come at once", async () => {
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

  it("grows by a deleted file once, however often it is deleted at once", async () => {
    const member = await oneMember(kampus);
    await use(member.id, 5_000);
    const { id } = await media.add(member, text(1_000));
    const answers = await Promise.all(Array.from({ length: 5 }, () => media.delete(member, id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await media.list(member)).meta.used_bytes).toBe(5_000);
  });
});

const uploadPath = "/api/en/profile/media/upload";

/** A member who sends `bytes` of a file and does not finish; `declared`: the announced size. */
async function sendUnfinished(member: { token: string }, bytes: number, declared?: number) {
  const length =
    declared === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${declared}`;
  const connection = await beginUpload(kampus, member, uploadPath, length);
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const write = (content: Buffer) => {
    if (declared !== undefined) connection.write(content);
    else
      connection.write(
        Buffer.concat([
          Buffer.from(`${content.length.toString(16)}\r\n`),
          content,
          Buffer.from("\r\n"),
        ]),
      );
  };
  write(Buffer.concat([Buffer.from(head), text(bytes)]));
  let answer = "";
  connection.setEncoding("utf8").on("data", (part: string) => (answer += part));
  connection.on("error", () => undefined);
  return { answer: () => answer, end: () => connection.destroy() };
}

const onDisk = () => {
  const folder = path.join(kampus.env.varDir, "uploads");
  return readdirSync(folder).map(
    (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
};
/** All but what the last part may hold back for the boundary. */
const isWritten = (bytes: number) => bytes > 1_800_000;
const bytesOnDisk = () => onDisk().reduce((sum, bytes) => sum + bytes, 0);

describe("uploads that a member does not finish", () => {
  it.each([
    ["whose sizes are declared", 3_000_000],
    ["whose sizes nobody knows", undefined],
  ])("take no more room than finished ones may, %s, and give it back", async (_title, declared) => {
    const member = await oneMember(kampus);
    const sendings: Awaited<ReturnType<typeof sendUnfinished>>[] = [];
    const refused = () => sendings.filter(({ answer }) => answer().startsWith("HTTP/1.1 422 "));
    for (let sent = 1; sent <= 7; sent += 1) {
      sendings.push(await sendUnfinished(member, 1_900_000, declared));
      await expect.poll(() => onDisk().filter(isWritten).length + refused().length).toBe(sent);
    }
    expect(refused()).toHaveLength(2);
    expect(refused()[0]?.answer()).toContain("not enough room");
    expect(bytesOnDisk()).toBeLessThanOrEqual(quotaBytes);

    for (const { end } of sendings) end();
    await expect.poll(onDisk).toEqual([]);
    await expect
      .poll(async () => (await media.upload(member, text(9_000_000))).statusCode)
      .toBe(201);
  });

  it("take nothing of another member's quota", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const { end } = await sendUnfinished(one, 1_000, 10_000_000);
    await expect.poll(onDisk).toHaveLength(1);
    expect((await media.upload(other, text(2_000_000))).statusCode).toBe(201);
    expect((await media.upload(one, text(2_000_000))).statusCode).toBe(422);
    end();
    await expect.poll(onDisk).toEqual([]);
  });
});

describe("a file that announces more than the quota", () => {
  it("is refused before it has arrived", async () => {
    const { id, token } = await oneMember(kampus);
    await use(id, quotaBytes - 1_000);
    const length = "Content-Length: 3000000";
    const connection = await beginUpload(kampus, { token }, uploadPath, length);
    connection.write(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\naaa',
    );
    const [answer] = (await once(connection.setEncoding("utf8"), "data")) as [string];
    connection.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
    expect(answer).toContain("not enough room");
  });
});
