import type { ReactNode } from "react";
import { FriendsFrame } from "./friends-frame.tsx";

export default function FriendListsLayout({ children }: { children: ReactNode }) {
  return <FriendsFrame>{children}</FriendsFrame>;
}
