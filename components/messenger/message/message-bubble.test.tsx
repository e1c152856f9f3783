import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { MessageBubble } from "#components/messenger/message/message-bubble.tsx";
import classes from "#components/messenger/message/message-bubble.module.css";
import { applyModule } from "#components/testing/applied-styles.ts";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { buildTimeline } from "#lib/messenger/history/conversation-timeline.ts";
import type { Outgoing } from "#lib/messenger/outbox/outgoing.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { chatOf, memberId, messageOf, outgoingOf } from "#lib/testing/message-samples.ts";
import { offline, refused } from "#lib/testing/outbox-by-hand.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

/** A message that could not be sent, in the styles of the page. */
async function showUnsent(why: Pick<Outgoing, "failure" | "transient">): Promise<HTMLElement> {
  await applyModule("components/messenger/message/message-bubble.module.css", classes);
  const outgoing = [outgoingOf({ state: "failed", ...why })];
  const timeline = buildTimeline({ messages: [], outgoing, memberId, firstUnreadSeq: null });
  const bubbles = timeline.filter((item) => item.kind === "bubble");
  showInMessenger(
    bubbles.map((bubble) => <MessageBubble key={bubble.key} bubble={bubble} chat={chatOf()} />),
    () => ({ body: {} }),
  );
  return screen.findByRole("listitem");
}

const colorOf = (element: Element) => getComputedStyle(element).color;
/** A colour of theme.css as it is shown. */
function colorNamed(name: string): string {
  const sample = document.body.appendChild(document.createElement("i"));
  sample.style.color = `var(--kampus-${name})`;
  const color = colorOf(sample);
  sample.remove();
  return color;
}

describe("a message that is not sent yet", () => {
  it("is grey throughout while it waits for the connection, after which it goes by itself", async () => {
    const row = await showUnsent(offline);
    const clock = within(row).getByRole("img", { name: t.sending });
    const time = within(row).getByText(/^\d+:\d\d/u);
    expect(colorOf(clock)).toBe(colorOf(time));
    expect(colorOf(clock)).not.toBe(colorNamed("danger"));
    expect(colorOf(within(row).getByText(t.sentOnceConnected))).toBe(colorNamed("ink-2"));
    expect(buttonColor(row, t.delete)).toMatch(/gray/u);
  });

  it("is marked in red with the reason once only its author can help it", async () => {
    const row = await showUnsent(refused);
    const mark = within(row).getByRole("img", { name: t.notSent });
    expect(colorOf(mark)).toBe(colorNamed("danger"));
    expect(colorOf(within(row).getByText(refused.failure))).toBe(colorNamed("danger"));
    expect(buttonColor(row, t.delete)).toMatch(/red/u);
  });
});

/** Mantine hands the colour of a button to its style sheet in a variable. */
const buttonColor = (row: HTMLElement, name: string) =>
  within(row).getByRole("button", { name }).style.getPropertyValue("--button-color");

function Select({ message }: { message: Message }) {
  const { toggleSelected } = useConversation();
  return <button onClick={() => toggleSelected(message)}>select</button>;
}

it("the name of a message's checkbox cuts no emoji of a long text in half", async () => {
  const message = messageOf(1, { text: `!${"🎉".repeat(60)}` });
  const given = { messages: [message], outgoing: [], memberId, firstUnreadSeq: null };
  const bubbles = buildTimeline(given).filter((item) => item.kind === "bubble");
  showInMessenger(
    <>
      <Select message={message} />
      {bubbles.map((bubble) => (
        <MessageBubble key={bubble.key} bubble={bubble} chat={chatOf()} />
      ))}
    </>,
    () => ({ body: {} }),
  );
  await userEvent.click(screen.getByRole("button", { name: "select" }));
  expect(screen.getByRole("checkbox").getAttribute("aria-label")).toMatch(/: !🎉+$/u);
});
