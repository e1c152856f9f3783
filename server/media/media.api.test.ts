import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Media } from "#lib/files/schema.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { dataFrom, faultyFields, nothingFound, statusAndBody } from "#server/testing/answers.ts";
import { insertMembers, oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { multipartOf, plainImage } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { someVideo, testMedia } from "#server/testing/data/test-media.ts";

const kampus = kampusForFile();
const media = testMedia(kampus);

const seenBy = async ({ token }: { token: string }, other: { id: number }, cursor = "") => {
  const answer = await kampus.get(`/api/en/user/${other.id}/profile/media${cursor}`, { token });
  return answer.json<{ data: Media[]; meta: { next: string | null } }>();
};

it("a video loses the place where it was made, in the profile and in messages; the answer says when it could not be removed", async () => {
  const member = await oneMember(kampus);
  const video = readFileSync(new URL("samples/apple.mov", import.meta.url));
  for (const send of [media.send, media.attach]) {
    const answer = await send(multipartOf(["file", video, "video.mov"]), member);
    const { data, tags_kept } = answer.json<{ data: Media; tags_kept: boolean }>();
    expect([answer.statusCode, tags_kept, data.kind]).toEqual([201, false, "video"]);
    const stored = (await media.stored(data.url))?.toString("latin1");
    expect(stored).toHaveLength(data.size);
    expect(stored).not.toMatch(/CANARY|41\.3111/);
    const kept = await send(multipartOf(["file", someVideo, "video.mp4"]), member);
    expect(statusAndBody(kept)).toMatchObject([201, { tags_kept: true }]);
    const fragments = readFileSync(new URL("samples/fragments.mp4", import.meta.url));
    const partly = await send(multipartOf(["file", fragments, "video.mp4"]), member);
    expect(statusAndBody(partly)).toMatchObject([201, { tags_kept: true }]);
    const notes = await send(multipartOf(["file", Buffer.from("notes"), "a.txt"]), member);
    expect(notes.json()).not.toHaveProperty("tags_kept");
  }
});

describe("a file that a member adds", () => {
  it("is listed as theirs under its name, and served to everybody who knows the address", async () => {
    const member = await oneMember(kampus);
    const answer = await media.upload(member, "конспект", "лекция 1.md");
    expect(statusAndBody(answer)).toEqual([
      201,
      {
        message: "The file is uploaded",
        data: {
          id: expect.any(Number) as number,
          name: "лекция 1.md",
          mime: "text/plain",
          kind: "document",
          size: 16,
          url: expect.stringMatching(/^\/files\/media\/[0-9a-f]{32}\/file$/) as string,
          thumb_url: null,
          width: null,
          height: null,
          created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        },
      },
    ]);
    const { url } = answer.json<{ data: Media }>().data;
    const served = await kampus.get(url);
    expect([served.statusCode, served.body, served.headers]).toMatchObject([
      200,
      "конспект",
      {
        "content-type": "text/plain; charset=utf-8",
        "content-disposition": expect.stringMatching(/^attachment; /) as string,
      },
    ]);
  });

  it("is deleted everywhere, and its quota is free again", async () => {
    const member = await oneMember(kampus);
    const photo = await plainImage().jpeg().toBuffer();
    const kept = await media.add(member);
    const gone = await media.add(member, photo, "a.jpg");
    const answer = await media.delete(member, gone.id);
    expect(statusAndBody(answer)).toEqual([200, { message: "The file is deleted" }]);
    expect((await media.list(member)).meta.used_bytes).toBe(kept.size);
    expect((await kampus.get(gone.url)).statusCode).toBe(404);
    expect(await media.unclaimed()).toEqual([]);
    for (const url of [gone.url, gone.thumb_url ?? ""]) expect(await media.stored(url)).toBeNull();
    expect((await media.delete(member, gone.id)).statusCode).toBe(404);
  });

  it.each([
    ["<svg xmlns='http://www.w3.org/2000/svg'/>", "photo.jpg"],
    ["<!doctype html><script>alert(1)</script>", "photo.jpg"],
    ["MZ\0\0", "notes.txt"],
  ])("that is %s is refused, whatever its name", async (content, name) => {
    expect(statusAndBody(await media.upload(await oneMember(kampus), content, name))).toEqual([
      422,
      {
        message: "Please check the fields",
        code: "invalid",
        errors: {
          file: [
            "Files of this kind are not accepted. Choose a photo, a video, audio, a document or a ZIP archive",
          ],
        },
      },
    ]);
    expect(await media.unclaimed()).toEqual([]);
  });
});

describe("a video", () => {
  const add = async (frame: Uint8Array) => {
    const form = multipartOf(["thumb", frame, "frame.jpg"], ["file", someVideo, "лето.mp4"]);
    return dataFrom<Media>(media.send(form, await oneMember(kampus)));
  };

  it("shows the frame that came with it, re-encoded", async () => {
    const { thumb_url, ...video } = await add(await plainImage(640, 360).jpeg().toBuffer());
    const said = { kind: "video", mime: "video/mp4", size: someVideo.length };
    expect(video).toMatchObject({ ...said, width: 640, height: 360 });
    const thumb = await media.stored(thumb_url ?? "");
    expect(thumb?.subarray(8, 12).toString()).toBe("WEBP");
  });

  it.each(["<svg/>", "not an image", ""])(
    "is stored without a frame where what came with it is no image: %j",
    async (frame) => {
      expect(await add(Buffer.from(frame))).toMatchObject({ kind: "video", thumb_url: null });
    },
  );
});

describe("the media of a member", () => {
  it("are paged by key, newest first, in the same way for the member and for others", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await kampus.db
      .insertInto("media")
      .values(
        Array.from({ length: 50 }, (_, index) => ({
          user_id: one.id,
          storage_key: `media/inserted-${index}`,
          name: `${index}.txt`,
          mime: "text/plain",
          kind: "document" as const,
          bytes: 3_000_000_000,
          has_thumb: false,
        })),
      )
      .execute();
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? "" : `?cursor=${cursor}`;
      const seen = await seenBy(other, one, query);
      const own = await media.list(one, cursor ?? undefined);
      expect([own.data, own.meta.next]).toEqual([seen.data, seen.meta.next]);
      names.push(...seen.data.map(({ name }) => name));
      cursor = seen.meta.next;
    } while (cursor !== null);
    expect(names).toEqual(Array.from({ length: 50 }, (_, index) => `${49 - index}.txt`));
  });

  it("are shown to the members whom their owner allows; to others they seem to be empty", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const { id } = await media.add(one);
    const settle = (privacy_media: "everyone" | "friends" | "nobody") =>
      kampus.updateMember(one, { privacy_media });
    const seen = async () => (await seenBy(other, one)).data.map((entry) => entry.id);
    expect(await seen()).toEqual([id]);
    for (const audience of ["nobody", "friends"] as const) {
      await settle(audience);
      expect(await seenBy(other, one)).toEqual({ data: [], meta: { next: null } });
      expect((await seenBy(one, one)).data).toHaveLength(1);
    }
    await testProfiles(kampus).befriend(one, other);
    expect(await seen()).toEqual([id]);
    await settle("nobody");
    expect(await seen()).toEqual([]);
  });

  it("are not found where the member is absent, unverified or deleted", async () => {
    const [one, gone] = await signedInMembers(kampus, 2);
    const [unverified] = await insertMembers(kampus, [{ verified: false }]);
    await kampus.updateMember(gone, { deleted_at: new Date() });
    for (const id of [gone.id, unverified.id, 2_147_483_647, 0, -1, "99999999999", "me"]) {
      const answer = await kampus.get(`/api/en/user/${id}/profile/media`, { token: one.token });
      expect([id, answer.statusCode]).toEqual([id, 404]);
    }
  });

  it("are refused for a cursor that the server did not give", async () => {
    const { token, id } = await oneMember(kampus);
    for (const path of ["/api/en/profile/media/list", `/api/en/user/${id}/profile/media`])
      for (const cursor of ["x", "W10", "WyJhIl0", "Wy0xXQ", "%00", "a".repeat(600)])
        expect((await kampus.get(`${path}?cursor=${cursor}`, { token })).statusCode).toBe(422);
  });
});

describe("a file of another member, or one that does not exist", () => {
  it("cannot be deleted: one answer for both", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const { id, url } = await media.add(other);
    for (const absent of [id, 2_147_483_647]) {
      expect(statusAndBody(await media.delete(one, absent))).toEqual(nothingFound);
    }
    expect((await kampus.get(url)).statusCode).toBe(200);
  });

  it("is refused on the field when its id is not a number", async () => {
    const { token } = await oneMember(kampus);
    for (const body of [{}, { id: "1" }, { id: 0 }, { id: -1 }, { id: 2_147_483_648 }]) {
      const answer = await kampus.post("/api/en/profile/media/delete", body, { token });
      expect([answer.statusCode, faultyFields(answer)]).toEqual([422, ["id"]]);
    }
  });
});
