/** What a change of one's own files changes elsewhere in the page: the lists and the counters. */
import type { QueryClient } from "@tanstack/react-query";
import { type MediaPages, withMedia, withoutMedia } from "#lib/media/media-pages.ts";
import { mediaKey, mediaQuery } from "#lib/media/queries.ts";
import type { Media } from "#lib/files/schema.ts";
import { profileKey } from "#lib/members/profile-key.ts";

export interface Surroundings {
  client: QueryClient;
  locale: string;
}

export function storeUploaded({ client, locale }: Surroundings, added: Media): void {
  client.setQueryData<MediaPages>(mediaQuery(locale, null).queryKey, (list) =>
    withMedia(list, added),
  );
}

export function storeDeleted({ client, locale }: Surroundings, gone: Media): void {
  client.setQueryData<MediaPages>(mediaQuery(locale, null).queryKey, (list) =>
    withoutMedia(list, gone),
  );
}

/** Lists and counters are asked for anew. */
export async function refreshOwnMedia({ client }: Pick<Surroundings, "client">): Promise<void> {
  await Promise.all(
    [[...mediaKey, "list"], profileKey].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
