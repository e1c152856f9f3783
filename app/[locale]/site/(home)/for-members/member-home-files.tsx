"use client";

import { bringForMembers } from "#app/[locale]/site/(home)/fetch-for-members.ts";
import * as forMembers from "#app/[locale]/site/(home)/member/for-members.ts";

bringForMembers(forMembers);

/** Shows nothing: what it imports comes with the page, so that the home page need not fetch it. */
export function MemberHomeFiles() {
  return null;
}
