import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Messenger");
  return { title: t("title") };
}

/** The list of chats, which the layout shows: it stays mounted when a chat is opened. */
export default function ChatPage() {
  return null;
}
