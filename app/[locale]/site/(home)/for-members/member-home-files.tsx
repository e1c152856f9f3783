"use client";

import { memberHomePart } from "#app/[locale]/site/(home)/member-home-part.ts";
import * as memberHomeBundle from "#app/[locale]/site/(home)/member/member-home-bundle.ts";

memberHomePart.bring(memberHomeBundle);

/** Shows nothing: what it imports comes with the page, so that the home page need not fetch it. */
export function MemberHomeFiles() {
  return null;
}
