/** Every address of a page. Paths carry no locale: `hrefOf` adds it (D-SURFACES). */
import { withQuery } from "#lib/http/with-query.ts";
import { type Deployment, originOf, type Surface } from "#lib/site/surfaces.ts";

/** The embedded mailbox with the mails of one address; only where the runtime config has it (D-MAILBOX). */
export const mailboxHref = (deployment: Deployment, to: string) =>
  withQuery(`${originOf(deployment, "mail")}/`, { to });

export interface Route {
  surface: Surface;
  /** Begins with "/", without the locale; may carry a query. */
  path: string;
}

const on = (surface: Surface, path: string): Route => ({ surface, path });

const accountScreen = (path: string, returnTo: Route | null | undefined) =>
  on("site", withQuery(path, { subdomain: returnTo?.surface ?? "", path: returnTo?.path ?? "" }));

/** The id of the element of the home page that holds the catalogue. */
export const catalogueId = "catalogue";

export const routes = {
  home: () => on("site", "/"),
  /** All institutions, which stand below what is new for a member. */
  catalogue: () => on("site", `/#${catalogueId}`),
  /** What a category holds; `choice` names it: { establishment: "3", region: "14" } (S-CATEGORIES). */
  category: (surface: Surface, choice: Record<string, string>) =>
    on(surface, withQuery("/", choice)),
  /** `returnTo` is where the member goes once signed in and confirmed: the account screens hand it on to each other. */
  signup: (returnTo?: Route | null) => accountScreen("/signup", returnTo),
  login: (returnTo?: Route | null) => accountScreen("/login", returnTo),
  recovery: (returnTo?: Route | null) => accountScreen("/recovery", returnTo),
  confirmation: () => on("site", "/confirmation"),
  /** The address in the confirmation mail. */
  confirmEmail: (token: string) => on("site", `/confirmation/${token}`),
  /** The page of an invitation for its recipient (D-INVITE). */
  invitation: (code: string) => on("site", `/i/${code}`),
  profile: () => on("profile", "/"),
  member: (id: number) => on("profile", `/users/${id}`),
  friends: () => on("profile", "/friends"),
  friendRequests: () => on("profile", "/friends/incoming"),
  sentRequests: () => on("profile", "/friends/outgoing"),
  /** `filters` as the search asks for them: q, region_id, object_id, start, end, sphere_id, position_id. */
  findPeople: (filters: Record<string, string> = {}) =>
    on("profile", withQuery("/friends/find", filters)),
  institution: (id: number) => on("profile", `/objects/${id}`),
  /** A class, for an invited member: `group` is the study group that is offered. */
  invitedClass: (id: number, classKey: string, group: string | null) =>
    on("profile", withQuery(`/objects/${id}/classes/${classKey}`, { group: group ?? "" })),
  invitationsSettings: () => on("profile", "/settings/invitations"),
  /** The page of a class, at one of its events. */
  classEvent: (objectId: number, classKey: string, id: number) =>
    on("profile", `/objects/${objectId}/classes/${classKey}#event-${id}`),
  /** `key` as lib/members/class-key.ts writes it. */
  class: (id: number, key: string) => on("profile", `/objects/${id}/classes/${key}`),
  myClasses: () => on("profile", "/classes"),
  /** Where a member is led after the confirmation (D-HOME); `words` stand in the field that finds an institution. */
  welcome: (words = "") => on("profile", withQuery("/welcome", { q: words })),
  blockedSettings: () => on("profile", "/settings/blocked"),
  settings: () => on("profile", "/settings"),
  imagesSettings: () => on("profile", "/settings/images"),
  educationsSettings: () => on("profile", "/settings/educations"),
  jobsSettings: () => on("profile", "/settings/jobs"),
  mediaSettings: () => on("profile", "/settings/media"),
  privacySettings: () => on("profile", "/settings/privacy"),
  accountSettings: () => on("profile", "/settings/account"),
  securitySettings: () => on("profile", "/settings/security"),
  dataSettings: () => on("profile", "/settings/data"),
  chats: () => on("chat", "/"),
  chat: (kind: "private" | "group", id: number) => on("chat", `/${kind}/${id}`),
  /** The chat, opened at one of its messages. */
  message: (kind: "private" | "group", id: number, seq: number) =>
    on("chat", `/${kind}/${id}?seq=${seq}`),
  notificationSettings: () => on("profile", "/settings/notifications"),
  /** The page on which notifications are turned on: they belong to the surface that they lead to. */
  turnOnNotifications: () => on("chat", "/?notifications=on"),
};

/** Whether a path, which may carry a query, is that of the start page of its surface. */
export const isStartPage = (path: string) => /^\/(?=[?#]|$)/.test(path);

/** Absolute address of a page in a language, e.g. `http://chat.kampus.localhost:3000/ru/private/7`. */
export function hrefOf(deployment: Deployment, locale: string, route: Route): string {
  return `${originOf(deployment, route.surface)}/${locale}${route.path.replace(/^\/(?=[?#]|$)/, "")}`;
}
