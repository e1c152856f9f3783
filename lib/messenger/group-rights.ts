import type { Chat, ChatRole } from "#lib/messenger/contract/schema.ts";

/** Whether a role may rename the group and give it an image. */
export const mayManage = (role: ChatRole): boolean => role !== "member";

/**
 * Whether the reader may add members. Nobody can be added to the chat of a class, which members of the class join
 * themselves (D-CLASS-CHAT).
 */
export const mayAdd = (chat: Pick<Chat, "class" | "role">): boolean =>
  !chat.class && chat.role !== "member";

export const mayRemove = (role: ChatRole, other: ChatRole): boolean =>
  role === "owner" ? other !== "owner" : role === "admin" && other === "member";

/** Whether a role may make admins, dismiss them and hand the group over. */
export const mayGiveRoles = (role: ChatRole): boolean => role === "owner";
