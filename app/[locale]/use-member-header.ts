"use client";

import { useForMembers } from "./use-for-members.ts";

const fetchHeader = () => import("./member-header.ts");

/** What the frame of an open page shows to members alone; null for visitors, and until it is fetched. */
export const useMemberHeader = () => useForMembers(fetchHeader);
