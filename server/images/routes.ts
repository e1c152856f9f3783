import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams, messageBody } from "#lib/http/schema.ts";
import {
  imageBytesMax,
  imageChoice,
  imageList,
  imagesBody,
  imagesQuery,
  imageUploaded,
  type ProfileImage,
} from "#lib/images/schema.ts";
import { showsSection } from "#server/auth/person.ts";
import type { ReadFromReplica } from "#server/db/replicas.ts";
import { notFound } from "#server/http/failure.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import { pictureOf } from "#server/images/make-picture.ts";
import {
  deleteImage,
  insertImage,
  listImages,
  noImages,
  requireImageRoom,
  setMainImage,
} from "#server/images/repository.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";
import { type FileStoring, putPicture, storeFiles } from "#server/storage/store-files.ts";
import type { ReceivedUpload } from "#server/uploads/receive-form.ts";
import { formOptions, uploadForms } from "#server/uploads/upload-forms.ts";
import type { UploadService } from "#server/uploads/uploads.ts";

interface ImagesOptions extends FileStoring {
  uploads: UploadService;
  fileUrl: FileUrl;
}

interface Options extends ImagesOptions {
  readFromReplica: ReadFromReplica;
}

const own = "/profile/setting/images";
const tags = ["images"];

/** Registered under /api/:locale: pictures of members. */
export const imagesRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { readFromReplica, ...options },
) => {
  requireOnEveryRoute(app, "requireVerified");
  const { db, fileUrl, uploads } = options;
  const images = createImages(options);

  const list = { tags, querystring: imagesQuery, response: { 200: imageList } };
  app.get(`${own}/list`, { schema: list }, (request) =>
    listImages(db, fileUrl, memberOf(request).id, request.query.page),
  );

  app.post(`${own}/list`, { schema: { ...list, body: imagesBody } }, (request) =>
    listImages(db, fileUrl, memberOf(request).id, request.body?.page ?? request.query.page),
  );

  app.post(
    `${own}/set/main`,
    { schema: { tags, body: imageChoice, response: { 200: messageBody } } },
    async (request) => {
      await setMainImage(db, memberOf(request).id, request.body.id);
      return { message: request.translate("Answers.mainImageSet") };
    },
  );

  app.post(
    `${own}/delete`,
    { schema: { tags, body: imageChoice, response: { 200: messageBody } } },
    async (request) => {
      await images.delete(memberOf(request).id, request.body.id);
      return { message: request.translate("Answers.imageDeleted") };
    },
  );

  app.get(
    "/user/:id/profile/images",
    { schema: { ...list, params: idParams } },
    async (request) => {
      const { params, query } = request;
      const reader = memberOf(request);
      return readFromReplica(reader.id, async (replica) => {
        const shows = await showsSection(replica, reader.id, params.id, "images");
        if (shows === undefined) throw notFound();
        return shows ? listImages(replica, fileUrl, params.id, query.page) : noImages(query.page);
      });
    },
  );

  await app.register(async (forms) => {
    await forms.register(uploadForms);
    forms.post(
      `${own}/upload`,
      formOptions({ files: ["image"], limit: "upload" }, "`image`.", {
        tags,
        response: { 201: imageUploaded },
      }),
      async (request, reply) => {
        const { id } = memberOf(request);
        const form = { field: "image", bytesMax: imageBytesMax };
        const data = await uploads.receive(request, form, (upload) => images.add(id, upload));
        return reply.status(201).send({ message: request.translate("Answers.imageAdded"), data });
      },
    );
  });
};

/** Changes of a member's images: rows and files, neither of which is left without the other. */
function createImages(options: ImagesOptions) {
  const { db, uploads, fileUrl, sweepFilesSoon } = options;

  return {
    /** @throws {Failure} */
    async add(userId: number, upload: ReceivedUpload): Promise<ProfileImage> {
      await requireImageRoom(db, userId);
      const picture = await pictureOf(uploads.decode, userId, upload);
      return storeFiles(options, "images", async (storageKey, put) => {
        await putPicture(put, picture.files);
        await upload.requireSender();
        return insertImage(db, fileUrl, userId, storageKey, picture);
      });
    },

    async delete(userId: number, id: number): Promise<void> {
      await deleteImage(db, userId, id);
      sweepFilesSoon();
    },
  };
}
