export const fetchForMembers = () => import("./member/for-members.ts");
