/** Every upload takes a file whose sender has given it no name, as HTTP allows. */
import { expect, it } from "vitest";
import type { Media } from "#lib/files/schema.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { plainImage } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);

/** A form with one file without a `filename`, which a part of this type alone may lack. */
const unnamed = (field: string, content: Uint8Array) =>
  Buffer.concat([
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="${field}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from("\r\n--x--\r\n"),
  ]);
const headers = { "content-type": "multipart/form-data; boundary=x" };

it.each(["/api/en/profile/media/upload", "/messenger/media/upload"])(
  "%s stores a file without a name as it stores one with an empty name",
  async (url) => {
    const { token } = await oneMember(kampus);
    const form = unnamed("file", Buffer.from("some notes"));
    const answer = await kampus.post(url, form, { token, headers });
    expect([answer.statusCode, answer.json<{ data: Media }>()]).toMatchObject([
      201,
      { data: { name: "file.txt", mime: "text/plain", size: 10 } },
    ]);
  },
);

it("images of a profile and of a group are stored from files without a name", async () => {
  const [owner, one] = await signedInMembers(kampus, 2);
  const { token } = owner;
  const { id } = await messenger.group(owner, "Физика", [one]);
  const form = unnamed("image", await plainImage(40, 30).jpeg().toBuffer());
  const profile = await kampus.post("/api/en/profile/setting/images/upload", form, {
    token,
    headers,
  });
  expect(statusAndBody(profile)).toMatchObject([201, { data: { width: 40 } }]);
  const group = await kampus.post(`/messenger/group/image/${id}`, form, { token, headers });
  expect(statusAndBody(group)).toMatchObject([200, { data: { image: { width: 40 } } }]);
});
