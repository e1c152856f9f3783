/** The content of members' profiles, through the API: for the parts of a journey that are not its point. */
import sharp from "sharp";
import { journeyLocale } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { call, type Member } from "#e2e/members.ts";
import { educationAnswer } from "#lib/periods/education/schema.ts";
import { imageUploaded } from "#lib/images/schema.ts";
import { jobAnswer } from "#lib/periods/jobs/schema.ts";
import { mediaUploaded } from "#lib/media/schema.ts";

const profile = () => `/api/${journeyLocale()}/profile`;

/** An education at a university in a district of Tashkent. */
export async function postEducation(kampus: Kampus, member: Member, fields: object = {}) {
  const answer = await call(kampus, member, "POST", `${profile()}/setting/educations`, {
    establishment_id: 1,
    region_id: 1726280,
    object_id: 1,
    speciality: "Математика",
    start: 2014,
    end: 2018,
    ...fields,
  });
  return educationAnswer.parse(answer).data;
}

/** A current job as a teacher in the same district. */
export async function postJob(kampus: Kampus, member: Member, fields: object = {}) {
  const answer = await call(kampus, member, "POST", `${profile()}/setting/jobs`, {
    sphere_id: 1,
    position_id: 101,
    region_id: 1726280,
    company: "Школа № 110",
    start: 2018,
    ...fields,
  });
  return jobAnswer.parse(answer).data;
}

export async function addImage(kampus: Kampus, member: Member, colour = "teal") {
  const content = await plainPicture(colour);
  const form = formOf("image", content, "фото.jpg");
  return imageUploaded.parse(
    await call(kampus, member, "POST", `${profile()}/setting/images/upload`, form),
  ).data;
}

export async function addMedia(
  kampus: Kampus,
  member: Member,
  name: string,
  content: Uint8Array | string,
) {
  const form = formOf("file", content, name);
  return mediaUploaded.parse(await call(kampus, member, "POST", `${profile()}/media/upload`, form))
    .data;
}

/** A JPEG of one colour. */
export const plainPicture = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

function formOf(field: string, content: Uint8Array | string, name: string): FormData {
  const form = new FormData();
  form.append(field, new Blob([content as BlobPart]), name); // a Buffer is one
  return form;
}
