import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MessengerWithMenu } from "#app/[locale]/chat/messenger-with-menu.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Messenger");
  return { title: t("title") };
}

/** The list of chats and, by the address in the browser, one of them. */
export default function ChatPage() {
  return <MessengerWithMenu />;
}
