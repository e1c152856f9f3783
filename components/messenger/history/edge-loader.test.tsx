import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import {
  ConversationProvider,
  useConversation,
} from "#components/messenger/conversation/conversation-state.tsx";
import { EdgeLoader } from "#components/messenger/history/edge-loader.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import texts from "#messages/ru.json" with { type: "json" };

function History() {
  const { history } = useConversation();
  const [isLoading, setLoading] = useState(false);
  const failure = isLoading ? null : "Не получилось";
  const load = () => setLoading(true);
  return (
    <section ref={history} tabIndex={-1} aria-label="История">
      <EdgeLoader edge={{ more: true, loading: isLoading, failure, load }} />
    </section>
  );
}

it("a member who loads earlier messages anew goes on in the history", async () => {
  showInMessenger(
    <ConversationProvider chatId={7} openAt={null}>
      <History />
    </ConversationProvider>,
    () => ({ body: { data: [] } }),
  );
  await userEvent.click(screen.getByRole("button", { name: texts.Messenger.retry }));
  expect(screen.getByText(texts.Messenger.loading)).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "История" })).toHaveFocus();
});
