/** The calls of images, and files to send. */
import { buffer } from "node:stream/consumers";
import sharp, { type Sharp } from "sharp";
import type { ImageList, ProfileImage } from "#lib/images/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

type Token = Pick<{ token: string }, "token">;

const colours = ["teal", "orange", "navy", "maroon", "olive", "purple"];
let made = 0;

/** An image of one colour, to be given any format. */
export const plainImage = (width = 40, height = 30): Sharp => {
  made += 1;
  const background = colours[made % colours.length] ?? "teal";
  return sharp({ create: { width, height, channels: 3, background } });
};

/** A form as browsers send it: each part a name, a text or the bytes of a file, and its name. */
export function multipartOf(
  ...parts: [name: string, content: string | Uint8Array, file?: string][]
) {
  const form = new FormData();
  for (const [name, content, file] of parts)
    if (typeof content === "string") form.append(name, content);
    else form.append(name, new Blob([new Uint8Array(content)]), file);
  return form;
}

export function testImages(kampus: TestKampus, locale = "en") {
  const own = `/api/${locale}/profile/setting/images`;
  const images = {
    send: (form: FormData, { token }: Token) => kampus.post(`${own}/upload`, form, { token }),
    upload: (member: Token, content: Uint8Array, name = "photo.jpg") =>
      images.send(multipartOf(["image", content, name]), member),
    async add(member: Token, content?: Uint8Array): Promise<ProfileImage> {
      return dataFrom<ProfileImage>(
        images.upload(member, content ?? (await plainImage().jpeg().toBuffer())),
      );
    },
    setMain: ({ token }: Token, id: number) => kampus.post(`${own}/set/main`, { id }, { token }),
    delete: ({ token }: Token, id: number) => kampus.post(`${own}/delete`, { id }, { token }),
    async list({ token }: Token, page = 1): Promise<ImageList> {
      return (await kampus.get(`${own}/list?page=${page}`, { token })).json();
    },
    /** A file beside the one at the address, as the store has it. */
    async stored({ url }: { url: string }, file = "full.webp"): Promise<Buffer | null> {
      const key = url.replace(/^.*\/files\//, "").replace(/[^/]*$/, file);
      const found = await kampus.storage.read(key);
      return found && buffer(found.body);
    },
  };
  return images;
}
