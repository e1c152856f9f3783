import { expect, it } from "vitest";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { multipartOf, plainImage } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);

const path = (id: number) => `/messenger/group/image/${id}`;
const upload = async ({ token }: SignedInMember, id: number, content?: Uint8Array) => {
  const image = content ?? (await plainImage(60, 40).jpeg().toBuffer());
  return kampus.post(path(id), multipartOf(["image", image, "a.jpg"]), { token });
};
const imageOf = async (member: SignedInMember, id: number) =>
  (await messenger.chat(member, id, "group")).image;
const keyOf = (image: Chat["image"]) => /files\/(.*)$/.exec(image?.url ?? "")?.[1] ?? "none";

it("an image of a group is shown to all of its members in place of the one before, whose files are deleted", async () => {
  const [owner, one] = await signedInMembers(kampus, 3);
  const { id } = await messenger.group(owner, "Физика", [one]);
  expect((await upload(owner, id)).json()).toMatchObject({
    data: { image: { width: 60, height: 40 } },
  });
  const first = await imageOf(one, id);
  const shown = await kampus.get(`/files/${keyOf(first)}`);
  expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/webp"]);
  await upload(owner, id);
  const second = await imageOf(one, id);
  expect(second?.url).not.toBe(first?.url);
  await kampus.app.sweepFiles();
  expect(await kampus.storage.read(keyOf(first))).toBeNull();
  expect((await kampus.delete(path(id), { token: owner.token })).statusCode).toBe(200);
  expect((await kampus.delete(path(id), { token: owner.token })).statusCode).toBe(200);
  expect(await imageOf(one, id)).toBeNull();
  await kampus.app.sweepFiles();
  expect(await kampus.storage.read(keyOf(second))).toBeNull();
});

it("plain members and strangers cannot set the image of a group, and a file that is no image leaves the one before", async () => {
  const [owner, one, stranger] = await signedInMembers(kampus, 3);
  const { id } = await messenger.group(owner, "Физика", [one]);
  await upload(owner, id);
  const before = await imageOf(owner, id);
  const answers = [
    await upload(one, id),
    await upload(stranger, id),
    await kampus.delete(path(id), { token: one.token }),
    await kampus.delete(path(id), { token: stranger.token }),
    await upload(owner, id, Buffer.from("<svg/>")),
    await upload(owner, id, Buffer.alloc(16 * 1024 * 1024 + 1)),
    await kampus.post(path(id), {}, { token: owner.token }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 404, 403, 404, 422, 413, 415]);
  expect(await imageOf(owner, id)).toEqual(before);
});
