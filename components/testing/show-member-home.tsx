/** Renders the home page of a member, which the socket tells of news, with a server that answers as the test says. */
import type { ReactNode } from "react";
import { renderWithProviders } from "#components/testing/render.tsx";
import { SocketProvider } from "#lib/api/socket.ts";
import type { Home } from "#lib/home/schema.ts";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

export const emptyHome: Home = {
  ...{ requests: [], requests_total: 0, chats: [], unread_total: 0, coming: [], class_news: [] },
  ...{ suggestions: [], invite: null, missing: [] },
};

/** `load` answers the call with the page, and `write` takes what the member writes. */
export function showMemberHome(
  home: ReactNode,
  load: (call: string) => Home | Promise<Home>,
  write: AnswerCall,
): void {
  renderWithProviders(<SocketProvider token="a token">{home}</SocketProvider>, {
    surface: "site",
    member: memberSample,
    answer: async (call, body) => {
      if (call.startsWith("GET /home")) return { body: { data: await load(call) } };
      return call.startsWith("POST ") ? write(call, body) : { body: { new_messages_count: 0 } };
    },
  });
}
