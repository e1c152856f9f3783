"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { placesOf } from "#app/[locale]/profile/places.ts";
import { educationsQuery, jobsQuery } from "#lib/periods/queries.ts";
import { friendListQuery, memberFriendsQuery } from "#lib/friends/queries.ts";
import { imageListQuery } from "#lib/images/queries.ts";
import { mediaQuery } from "#lib/media/queries.ts";

/**
 * Fetches the first data of every section of a profile at once. `settled` when all of it has arrived or failed, so that
 * the page appears whole and nothing moves. `memberId` is null for the member's own profile.
 */
export function useSections(memberId: number | null) {
  const locale = useLocale();
  const educations = useQuery(educationsQuery(locale, memberId));
  const jobs = useQuery(jobsQuery(locale, memberId));
  const others = [
    useInfiniteQuery(imageListQuery(locale, memberId)),
    useInfiniteQuery(mediaQuery(locale, memberId)),
    useFriendsOf(memberId),
  ];
  const settled = [educations, jobs, ...others].every(({ isPending }) => !isPending);
  // A retry of one section does not hide the others.
  const [shown, setShown] = useState(settled);
  if (settled && !shown) setShown(true);
  return { settled: shown, places: usePlacesText(educations.data ?? [], jobs.data ?? []) };
}

function useFriendsOf(memberId: number | null) {
  const locale = useLocale();
  const own = useInfiniteQuery({
    ...friendListQuery(locale, "friends"),
    enabled: memberId === null,
  });
  const others = useInfiniteQuery({
    ...memberFriendsQuery(locale, memberId ?? 0),
    enabled: memberId !== null,
  });
  return memberId === null ? own : others;
}

/** "Ташкент · СамГУ (Самарканд), 2014–2018 · Инженер", no line of it beginning with a dot; empty when nothing is known. */
function usePlacesText(...known: Parameters<typeof placesOf>): string {
  const t = useTranslations("Profile");
  const { region, institution, position } = placesOf(...known);
  return [region, institution && studied(institution), position && worked(position)]
    .filter(Boolean)
    .join("\u00A0· ");

  function studied({ name, region: where, ...years }: NonNullable<typeof institution>): string {
    return during({ name: where ? t("placeIn", { name, region: where }) : name, ...years });
  }

  function worked({ name, ...years }: NonNullable<typeof position>): string {
    return years.end === null ? name : t("placeWorked", { name: during({ name, ...years }) });
  }

  function during({ name, start, end }: NonNullable<typeof position>): string {
    if (end === null) return t("placeSince", { name, start: String(start) });
    if (end === start) return t("placeYear", { name, start: String(start) });
    return t("placeYears", { name, start: String(start), end: String(end) });
  }
}
