/** What the frame of an open page fetches for members, as one. */
export { CountedNavigation } from "#app/[locale]/counted-navigation.tsx";
export { HeaderSearch } from "#app/[locale]/header-search.tsx";
export { MemberActions } from "#app/[locale]/member-actions.tsx";
