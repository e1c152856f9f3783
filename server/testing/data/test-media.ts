/** The calls of media, and files to send. */
import { buffer } from "node:stream/consumers";
import type { Media } from "#lib/files/schema.ts";
import type { OwnMediaList } from "#lib/media/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { multipartOf } from "#server/testing/data/test-images.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

type Token = Pick<{ token: string }, "token">;

/** The beginning of a video, enough to be detected as one. */
export const someVideo = Buffer.from(`\0\0\0\x18ftypisom\0\0\0\0isommp42${"\0".repeat(40)}`);

export function testMedia(kampus: TestKampus, locale = "en") {
  const own = `/api/${locale}/profile/media`;
  const media = {
    send: (form: FormData, { token }: Token) => kampus.post(`${own}/upload`, form, { token }),
    upload: (member: Token, content: Uint8Array | string, name = "notes.txt") =>
      media.send(multipartOf(["file", Buffer.from(content), name]), member),
    add: (member: Token, ...file: [content?: Uint8Array | string, name?: string]) =>
      dataFrom<Media>(media.upload(member, file[0] ?? "some notes", file[1])),
    /** For a message. */
    attach: (form: FormData, { token }: Token) =>
      kampus.post("/messenger/media/upload", form, { token }),
    attachment: (member: Token, content: Uint8Array | string = "some notes", name = "a.txt") =>
      dataFrom<Media>(media.attach(multipartOf(["file", Buffer.from(content), name]), member)),
    delete: ({ token }: Token, id: number) => kampus.post(`${own}/delete`, { id }, { token }),
    async list({ token }: Token, cursor?: string): Promise<OwnMediaList> {
      const query = cursor === undefined ? "" : `?cursor=${cursor}`;
      return (await kampus.get(`${own}/list${query}`, { token })).json();
    },
    /** What the store has at an address. */
    async stored(url: string): Promise<Buffer | null> {
      const found = await kampus.storage.read(url.replace(/^.*\/files\/|\?.*$/g, ""));
      return found && buffer(found.body);
    },
    /** What waits for a sweep, once the one that runs has ended. */
    async unclaimed(): Promise<string[]> {
      await kampus.app.sweepFiles();
      const rows = await kampus.db.selectFrom("unclaimed_files").select("storage_key").execute();
      return rows.map(({ storage_key }) => storage_key);
    },
  };
  return media;
}
