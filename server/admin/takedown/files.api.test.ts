/** The operator takes down files of profiles. */
import { describe, expect, it } from "vitest";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const media = testMedia(kampus);
const files = (...words: (string | number)[]) =>
  testOperator(kampus)("files", ...words.map(String));
/** A publication waits for the next poll of a node. */
const soon = { timeout: 15_000 };

const idsOf = async (member: { token: string }) =>
  (await media.list(member)).data.map(({ id }) => id);
const bytesOf = async (member: { id: number }) => (await kampus.rowOf(member)).media_bytes;

describe("files remove", () => {
  it("deletes a file of a profile named by its id or its address, and frees its quota", async () => {
    const member = await oneMember(kampus);
    const [one, other, left] = [
      await media.add(member),
      await media.add(member),
      await media.add(member),
    ];
    expect(await files("remove", one.id)).toEqual([
      `✓ Removed file ${one.id} from the profile of member ${member.id}`,
    ]);
    await files("remove", `https://site.kampus.example${other.url}?download=1`);
    expect(await idsOf(member)).toEqual([left.id]);
    expect(await bytesOf(member)).toBe(left.size);
    await expect.poll(() => media.stored(one.url), soon).toBeNull();
    await expect(files("remove", one.id)).rejects.toThrow(`there is no file "${one.id}"`);
    const elsewhere = files("remove", "https://site.kampus.example/files/images/1/a");
    await expect(elsewhere).rejects.toThrow("is no address of a file");
  });

  it("takes a file out of the profile alone where a message has it, and names the message", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const chatId = (await messenger.open(member, other)).id;
    const file = await media.add(member);
    await messenger.say(member, chatId, { attachments: [file.id] });
    expect(await files("remove", file.id)).toEqual([
      `✓ Removed file ${file.id} from the profile of member ${member.id}`,
      `  file ${file.id} is also in message 1 of chat ${chatId}`,
    ]);
    expect(await idsOf(member)).toEqual([]);
    expect(await media.stored(file.url)).not.toBeNull();
    await expect(files("remove", file.id)).rejects.toThrow("is in messages alone");
  });

  it("takes the file of a closed account, and changes nothing in a dry run", async () => {
    const member = await oneMember(kampus);
    const { id } = await media.add(member);
    await files("remove", id, "--dry-run");
    expect(await idsOf(member)).toEqual([id]);
    await kampus.updateMember(member, { deleted_at: new Date() });
    await files("remove", id);
    expect(await bytesOf(member)).toBe(0);
  });
});
