/** What a change of one's own images changes elsewhere in the page: the lists, the member's face, the counters. */
import type { QueryClient } from "@tanstack/react-query";
import type { Image } from "#lib/auth/schema.ts";
import { userQuery } from "#lib/auth/queries.ts";
import { readToken } from "#lib/browser/cookies.ts";
import { type ImagePages, withImage, withMain, withoutImage } from "#lib/images/image-pages.ts";
import { imageListKey } from "#lib/images/queries.ts";
import type { ProfileImage } from "#lib/images/schema.ts";
import { profileKey } from "#lib/members/profile-key.ts";

export interface Surroundings {
  client: QueryClient;
  locale: string;
}

export function storeUploaded(page: Surroundings, image: ProfileImage): void {
  changeList(page, (list) => withImage(list, image));
  if (image.is_main) showAsFace(page, image);
}

export function storeMain(page: Surroundings, image: ProfileImage): void {
  changeList(page, (list) => withMain(list, image.id));
  showAsFace(page, { ...image, is_main: true });
}

export function storeDeleted(page: Surroundings, image: ProfileImage): void {
  changeList(page, (list) => withoutImage(list, image.id));
}

/** Lists, the member and counters are asked for anew. */
export async function refreshOwnImages({ client, locale }: Surroundings): Promise<void> {
  await Promise.all(
    [imageListKey(null), userQuery(locale, readToken()).queryKey, profileKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

function changeList(
  { client }: Surroundings,
  change: (list: ImagePages | undefined) => ImagePages | undefined,
) {
  client.setQueriesData<ImagePages>({ queryKey: imageListKey(null) }, change);
}

function showAsFace({ client, locale }: Surroundings, image: Image) {
  client.setQueryData(
    userQuery(locale, readToken()).queryKey,
    (user) => user && { ...user, image },
  );
}
