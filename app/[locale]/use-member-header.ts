"use client";

import { useForMembers } from "./use-for-members.ts";

const fetchHeader = () => import("./member-header.ts");

/** The part of an open page's frame for members alone; null for visitors, and until it is loaded. */
export const useMemberHeader = () => useForMembers(fetchHeader);
