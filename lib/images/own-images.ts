/** Applies a change of the member's own images to the cached lists, the main image in the header and the counters. */
import type { LocaleCache } from "#lib/api/query-client.ts";
import type { Image } from "#lib/auth/schema.ts";
import { userQuery } from "#lib/auth/queries.ts";
import { readToken } from "#lib/browser/cookies.ts";
import { type ImagePages, withImage, withMain, withoutImage } from "#lib/images/image-pages.ts";
import { imageListKey } from "#lib/images/queries.ts";
import type { ProfileImage } from "#lib/images/schema.ts";
import { profileKey } from "#lib/members/profile-key.ts";

export function storeUploadedImage(cache: LocaleCache, image: ProfileImage): void {
  changeList(cache, (list) => withImage(list, image));
  if (image.is_main) storeInUser(cache, image);
}

export function storeMainImage(cache: LocaleCache, image: ProfileImage): void {
  changeList(cache, (list) => list && withMain(list, image.id));
  storeInUser(cache, { ...image, is_main: true });
}

export function storeDeletedImage(cache: LocaleCache, image: ProfileImage): void {
  changeList(cache, (list) => withoutImage(list, image.id));
}

/** Refetches the lists, the member and the counters. */
export async function refreshOwnImages({ client, locale }: LocaleCache): Promise<void> {
  await Promise.all(
    [imageListKey(null), userQuery(locale, readToken()).queryKey, profileKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

function changeList(
  { client }: LocaleCache,
  change: (list: ImagePages | undefined) => ImagePages | undefined,
) {
  client.setQueriesData<ImagePages>({ queryKey: imageListKey(null) }, change);
}

function storeInUser({ client, locale }: LocaleCache, image: Image) {
  client.setQueryData(
    userQuery(locale, readToken()).queryKey,
    (user) => user && { ...user, image },
  );
}
