// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { MessageMeta } from "#components/messenger/message/message-meta.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import messages from "#messages/ru.json" with { type: "json" };

it("each receipt of a message has a name and a shape of its own, so that nobody needs colours", () => {
  renderWithProviders(
    <>
      {(["pending", "failed", "sent", "delivered", "read"] as const).map((receipt) => (
        <MessageMeta key={receipt} at="2026-11-20T10:00:00.000Z" edited={false} receipt={receipt} />
      ))}
    </>,
  );
  const { sending, notSent, sent } = messages.Messenger;
  const { delivered, read } = messages.Bubble;
  const shapes = [sending, notSent, sent, delivered, read].map(
    (name) => screen.getByRole("img", { name }).innerHTML,
  );
  expect(new Set(shapes).size).toBe(5);
});
