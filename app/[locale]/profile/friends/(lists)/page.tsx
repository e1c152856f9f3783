import { FriendsWithMessages } from "./friends-with-messages.tsx";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";

export const generateMetadata = pageMetadata("Friends.friendsTitle");

export default function FriendsPage() {
  return <FriendsWithMessages />;
}
