import fp from "fastify-plugin";
import type { Db } from "#server/db/database.ts";
import { filesRoutes } from "#server/files/routes.ts";
import type { AddressSigning } from "#server/http/address-signing.ts";
import { createFindGivenFile } from "#server/media/given-file.ts";
import { mediaSweepPlugin, releaseUnheld } from "#server/media/release.ts";
import { emptyGroupsPlugin } from "#server/messenger/groups/empty-groups.ts";
import type { Storage } from "#server/storage/storage.ts";
import { sweepPlugin } from "#server/storage/sweep.ts";

interface Options {
  db: Db;
  storage: Storage;
  signing: AddressSigning;
  mediaUrl: string | undefined;
}

/** Files as they are stored: given out to whoever may have them, swept when nothing claims them. */
export const fileFeatures = fp<Options>(async (app, { db, storage, signing, mediaUrl }) => {
  await app.register(sweepPlugin, { db, storage });
  await app.register(mediaSweepPlugin, { db });
  await app.register(emptyGroupsPlugin, {
    db,
    freeMedia: async (ids) => {
      await releaseUnheld(db, ids);
    },
  });
  await app.register(filesRoutes, {
    storage,
    findGivenFile: createFindGivenFile(db),
    readerOf: signing.readerOf,
    mediaUrl,
  });
});
