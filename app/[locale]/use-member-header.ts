"use client";

import type * as memberHeader from "./fetched-for-members.ts";
import { useForMembers } from "./use-for-members.ts";

export type MemberHeader = typeof memberHeader;

const fetchHeader = () => import("./fetched-for-members.ts");

/** The part of an open page's frame for members alone; null for visitors, and until it is loaded. */
export const useMemberHeader = () => useForMembers(fetchHeader);
