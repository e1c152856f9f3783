/** Every address of a page. Paths carry no locale: `hrefOf` adds it (product.md §1). */
import { type Deployment, originOf, type Surface } from "#lib/surfaces.ts";

export interface Route {
  surface: Surface;
  /** Begins with "/", without the locale; may carry a query. */
  path: string;
}

const on = (surface: Surface, path: string): Route => ({ surface, path });

export const routes = {
  home: () => on("site", "/"),
  signup: () => on("site", "/signup"),
  /** `returnTo` is where the member goes once signed in. */
  login: (returnTo?: Route) =>
    on(
      "site",
      returnTo
        ? `/login?${new URLSearchParams({ subdomain: returnTo.surface, path: returnTo.path })}`
        : "/login",
    ),
  confirmation: () => on("site", "/confirmation"),
  /** The address in the confirmation mail. */
  confirmEmail: (token: string) => on("site", `/confirmation/${token}`),
  profile: () => on("profile", "/"),
  member: (id: number) => on("profile", `/users/${id}`),
  friends: () => on("profile", "/friends"),
  friendRequests: () => on("profile", "/friends/incoming"),
  sentRequests: () => on("profile", "/friends/outgoing"),
  findPeople: () => on("profile", "/friends/find"),
  chats: () => on("chat", "/"),
  chat: (kind: "private" | "group", id: number) => on("chat", `/${kind}/${id}`),
};

/** Absolute address of a page in a language, e.g. `http://chat.kampus.localhost:3000/ru/private/7`. */
export function hrefOf(deployment: Deployment, locale: string, route: Route): string {
  return `${originOf(deployment, route.surface)}/${locale}${route.path === "/" ? "" : route.path}`;
}
