// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { useCopy } from "#components/messenger/actions/use-copy.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { me, messageOf } from "#lib/testing/message-samples.ts";

function Copy({ messages }: { messages: Message[] }) {
  const { copyTexts } = useCopy();
  return <button onClick={() => void copyTexts(messages)}>Copy</button>;
}

async function copied(...messages: Message[]): Promise<string> {
  const user = userEvent.setup(); // brings a clipboard
  renderWithProviders(<Copy messages={messages} />);
  await user.click(screen.getByRole("button", { name: "Copy" }));
  return navigator.clipboard.readText();
}

const at = (day: number, hour: number) => new Date(2025, 2, day, hour, 48).toISOString();
const question = messageOf(1, { text: "Когда встреча?", created_at: at(3, 12) });
const answer = messageOf(2, { text: "В субботу", author: me, created_at: at(4, 9) });

it("several messages are copied with their authors, days and times", async () => {
  expect(await copied(question, answer)).toBe(
    [
      "Юсупова Мадина Рустамовна, 03.03.2025, 12:48\nКогда встреча?",
      "Каримов Алишер Бахтиёрович, 04.03.2025, 09:48\nВ субботу",
    ].join("\n\n"),
  );
});

it("one message is copied as its text alone", async () => {
  expect(await copied(answer)).toBe("В субботу");
});
