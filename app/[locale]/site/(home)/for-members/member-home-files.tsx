"use client";

import { membersPart } from "#app/[locale]/site/(home)/members-part.ts";
import * as forMembers from "#app/[locale]/site/(home)/member/for-members.ts";

membersPart.bring(forMembers);

/** Shows nothing: what it imports comes with the page, so that the home page need not fetch it. */
export function MemberHomeFiles() {
  return null;
}
