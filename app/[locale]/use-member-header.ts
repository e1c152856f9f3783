"use client";

import type * as memberHeader from "./member-header.ts";
import { useForMembers } from "./use-for-members.ts";

export type MemberHeader = typeof memberHeader;

const fetchHeader = () => import("./member-header.ts");

/** The part of an open page's frame for members alone; null for visitors, and until it is loaded. */
export const useMemberHeader = () => useForMembers(fetchHeader);
