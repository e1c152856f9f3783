/** Applies a change of the member's own files to the cached lists and the counters. */
import type { LocaleCache } from "#lib/api/query-client.ts";
import { type MediaPages, withMedia, withoutMedia } from "#lib/media/media-pages.ts";
import { mediaKey, mediaQuery } from "#lib/media/queries.ts";
import type { Media } from "#lib/files/schema.ts";
import { profileKey } from "#lib/members/profile-key.ts";

export function storeUploadedMedia({ client, locale }: LocaleCache, media: Media): void {
  client.setQueryData<MediaPages>(mediaQuery(locale, null).queryKey, (list) =>
    withMedia(list, media),
  );
}

export function storeDeletedMedia({ client, locale }: LocaleCache, media: Media): void {
  client.setQueryData<MediaPages>(mediaQuery(locale, null).queryKey, (list) =>
    withoutMedia(list, media),
  );
}

/** Refetches the lists and the counters. */
export async function refreshOwnMedia({ client }: Pick<LocaleCache, "client">): Promise<void> {
  await Promise.all(
    [[...mediaKey, "list"], profileKey].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
