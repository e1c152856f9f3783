import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { Composer } from "#components/messenger/composer/composer.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { chatOf } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: query === "(max-width: 48em)",
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList, // the only fields that are read
  );
});

it("on a phone the sheet of emoji shows the text that it covers, with each emoji that is picked", async () => {
  showInMessenger(<Composer chat={chatOf()} />, () => ({ body: {} }));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: t.message });
  await userEvent.type(field, "До завтра!");
  field.setSelectionRange(9, 9);
  await userEvent.click(screen.getByRole("button", { name: t.composerEmoji }));
  const sheet = within(await screen.findByRole("dialog", { name: t.composerEmoji }));
  const written = sheet.getByText("До завтра").closest("p");
  expect(written).toHaveTextContent("До завтра!");
  const announced = () => sheet.getAllByRole("status").map(({ textContent }) => textContent);
  expect(announced().join("")).toBe("");
  const emoji = within(await sheet.findByRole("toolbar", { name: messages.Emoji.smileys }));
  const [first, second] = emoji.getAllByRole("button");
  await userEvent.click(first ?? document.body);
  expect(written).toHaveTextContent("До завтра😀!");
  expect(announced()).toContain("😀");
  await userEvent.click(second ?? document.body);
  expect(written).toHaveTextContent("До завтра😀😃!");
  expect(announced()).toContain("😃");
  expect(announced().join("")).not.toContain("До завтра");
  expect(field).toHaveValue("До завтра😀😃!");
});

it("on a phone the sheet of emoji returns the focus to its button, which opens no keyboard", async () => {
  showInMessenger(<Composer chat={chatOf()} />, () => ({ body: {} }));
  const button = screen.getByRole("button", { name: t.composerEmoji });
  await userEvent.click(button);
  const sheet = within(await screen.findByRole("dialog", { name: t.composerEmoji }));
  await userEvent.click(sheet.getByRole("button", { name: messages.Site.close }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(button).toHaveFocus();
});
