type ForMembers = typeof import("./member/for-members.ts");

let brought: ForMembers | undefined;

/** Called by the home page of a browser with a session, whose files include the part for members. */
export function bringForMembers(part: ForMembers): void {
  brought = part;
}

/** Loads the part for members, which visitors do without. */
export const fetchForMembers = async () => brought ?? (await import("./member/for-members.ts"));
