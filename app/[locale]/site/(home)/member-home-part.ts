import { broughtPart } from "#app/[locale]/brought-part.ts";

/** What only members see of the home page. Visitors do without, and the page for members brings it. */
export const memberHomePart = broughtPart(() => import("./member/member-home-bundle.ts"));
