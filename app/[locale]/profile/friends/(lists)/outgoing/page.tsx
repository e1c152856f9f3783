import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FriendsList } from "#components/friends/friends-list.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Friends");
  return { title: t("outgoingTitle") };
}

export default function OutgoingRequestsPage() {
  return <FriendsList box="outgoing" />;
}
