import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FriendsWithMessages } from "./friends-with-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Friends");
  return { title: t("friendsTitle") };
}

export default function FriendsPage() {
  return <FriendsWithMessages />;
}
