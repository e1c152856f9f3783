import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { FriendsList } from "#components/friends/friends-list.tsx";

export const generateMetadata = pageMetadata("Friends.outgoingTitle");

export default function OutgoingRequestsPage() {
  return <FriendsList box="outgoing" />;
}
