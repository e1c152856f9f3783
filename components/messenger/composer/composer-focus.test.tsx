import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Composer } from "#components/messenger/composer/composer.tsx";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { chatOf, me, messageOf } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;
const field = () => screen.getByRole("textbox", { name: t.message });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

function Begin() {
  const { reply, edit } = useConversation();
  return (
    <>
      <button onClick={() => reply(messageOf(2))}>reply</button>
      <button onClick={() => edit(messageOf(3, { author: me }))}>edit</button>
    </>
  );
}

const choose = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText(t.composerAttach, { selector: "input" }), files);

/** What can be begun in the composer, and the name of the button that ends it. */
const begun: [string, () => Promise<unknown>, string][] = [
  ["ends a reply", () => press("reply"), t.composerNoReply],
  ["ends an edit", () => press("edit"), t.composerNoEdit],
  [
    "removes a file",
    () => choose(new File(["x"], "план.pdf", { type: "application/pdf" })),
    t.composerRemoveFile.replace("{name}", "план.pdf"),
  ],
  ["hides why files were refused", () => choose(new File([], "пусто.txt")), t.composerHideRefused],
];

function show() {
  showInMessenger(
    <>
      <Begin />
      <Composer chat={chatOf()} />
    </>,
    () => ({ body: { data: { draft: "", draft_version: 1 } } }),
  );
}

function onPhone() {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(pointer: coarse)",
    addEventListener: () => null,
    removeEventListener: () => null,
  }));
}

beforeEach(() => localStorage.clear());

describe("a member who", () => {
  it.each(begun)("%s by the keyboard goes on in the field", async (_what, begin, name) => {
    show();
    await begin();
    const button = await screen.findByRole("button", { name });
    button.focus();
    await userEvent.keyboard("{Enter}");
    expect(button).not.toBeInTheDocument();
    expect(field()).toHaveFocus();
  });

  it.each(begun)(
    "%s on a phone stays in the composer, and no keyboard opens",
    async (_what, begin, name) => {
      onPhone();
      show();
      await begin();
      const button = await screen.findByRole("button", { name });
      button.focus(); // as a screen reader does
      await userEvent.click(button);
      expect(button).not.toBeInTheDocument();
      expect(screen.getByRole("form", { name: t.composer })).toHaveFocus();
    },
  );

  it.each(begun)("%s on a phone goes on typing", async (_what, begin, name) => {
    onPhone();
    show();
    await begin();
    await userEvent.click(field());
    await userEvent.click(await screen.findByRole("button", { name }));
    expect(field()).toHaveFocus();
  });
});
