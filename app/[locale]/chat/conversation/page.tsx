import { ConversationFiles } from "./conversation-files.tsx";

export { generateMetadata } from "#app/[locale]/chat/page.tsx";

/** An open chat (the layout shows it), whose page names the files of a conversation from its beginning. */
export default function ConversationPage() {
  return <ConversationFiles />;
}
