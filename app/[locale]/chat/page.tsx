import { pageMetadata } from "#app/[locale]/page-metadata.ts";

export const generateMetadata = pageMetadata("Messenger.title");

/** The list of chats, which the layout shows: it stays mounted when a chat is opened. */
export default function ChatPage() {
  return null;
}
