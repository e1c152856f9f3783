import type { ChatRole } from "#lib/messenger/contract/schema.ts";

/** Whether a role may rename the group, give it an image and add members. */
export const mayManage = (role: ChatRole): boolean => role !== "member";

export const mayRemove = (role: ChatRole, other: ChatRole): boolean =>
  role === "owner" ? other !== "owner" : role === "admin" && other === "member";

/** Whether a role may make admins, dismiss them and hand the group over. */
export const mayGiveRoles = (role: ChatRole): boolean => role === "owner";
