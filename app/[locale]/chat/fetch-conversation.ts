export const fetchConversation = async () =>
  (await import("./conversation-with-menu.tsx")).ConversationWithMenu;
