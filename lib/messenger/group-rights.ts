import type { ChatRole } from "#lib/messenger/contract/schema.ts";

/** Renames the group, gives it an image, adds members. */
export const mayManage = (role: ChatRole): boolean => role !== "member";

export const mayRemove = (role: ChatRole, other: ChatRole): boolean =>
  role === "owner" ? other !== "owner" : role === "admin" && other === "member";

/** Makes admins, takes that back, hands the group over. */
export const mayGiveRoles = (role: ChatRole): boolean => role === "owner";
