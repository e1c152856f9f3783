"use client";

/** What the home page fetches for members, as one: parts that are fetched apart would each bring a Mantine along. */
export { CountedNavigation, HeaderSearch, MemberActions } from "#app/[locale]/member-header.ts";
export { MemberHome } from "./member-home.tsx";
