// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InviteButton } from "#components/invitations/invite-button.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { type AnswerCall, refusal } from "#lib/testing/answer-calls.ts";
import type { Invitation } from "#lib/invitations/schema.ts";
import { codeSample, invitationOf } from "#lib/testing/invitation-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Invitations;
let live: Invitation[];
const write = vi.fn<AnswerCall>();
const answer: AnswerCall = (call, body) =>
  call === "GET /invitations" ? { body: { data: live } } : write(call, body);

const open = async (group?: string) => {
  renderWithProviders(<InviteButton kind="class" objectId={5} classKey="2014" group={group} />, {
    answer,
  });
  await userEvent.click(screen.getByRole("button", { name: t.inviteClass }));
  return within(await screen.findByRole("dialog", { name: t.inviteClass }));
};

beforeEach(() => {
  live = [];
  write.mockReset();
});
// jsdom has no share sheet.
afterEach(() => Reflect.deleteProperty(navigator, "share"));

describe("the dialog that invites to a class", () => {
  it("makes a link where there is none, and shows it with its QR code and how long it is good", async () => {
    write.mockResolvedValue({ body: { message: "Готово", data: invitationOf() } });
    const dialog = await open("11-Б");
    expect(await dialog.findByRole("textbox", { name: t.link })).toHaveValue(
      `http://localhost/ru/i/${codeSample}`,
    );
    expect(write).toHaveBeenCalledExactlyOnceWith("POST /invitations", {
      ...{ kind: "class", object_id: 5, class_key: "2014", group: "11-Б" },
    });
    const code = dialog.getByRole("img", { name: t.qrCode });
    await waitFor(() => expect(code.querySelector("path")).not.toBeNull());
    expect(dialog.getByText("Пришли: 3 из 100 · действует до 20.12.2090", { exact: false }));
  });

  it("shows the live link again instead of making another, but none to another group", async () => {
    live = [
      invitationOf({ group: "11-А", url: "http://localhost/ru/i/other" }),
      invitationOf({ url: "http://localhost/ru/i/mine" }),
    ];
    const dialog = await open("11-Б");
    expect(await dialog.findByRole("textbox", { name: t.link })).toHaveValue(
      "http://localhost/ru/i/mine",
    );
    expect(write).not.toHaveBeenCalled();
  });

  const inAnHour = { expires_at: new Date(Date.now() + 3_600_000).toISOString() };

  it.each([
    ["ends within the week", inAnHour],
    ["has room for a few only", { uses: 99 }],
  ])("makes another link where the live one %s", async (_, changes) => {
    live = [invitationOf({ group: null, ...changes })];
    const made = invitationOf({ id: 10, group: null, url: "http://localhost/ru/i/new" });
    write.mockResolvedValue({ body: { message: "Готово", data: made } });
    const dialog = await open();
    expect(await dialog.findByRole("textbox", { name: t.link })).toHaveValue(made.url);
  });

  it("shows a live link that ends soon to a member who may make no other", async () => {
    write.mockResolvedValueOnce(refusal("conflict", "Ссылок уже двадцать"));
    live = [invitationOf({ group: null, ...inAnHour })];
    const dialog = await open();
    expect(await dialog.findByRole("textbox", { name: t.link })).toHaveValue(
      `http://localhost/ru/i/${codeSample}`,
    );
  });

  it("copies the link, and says so", async () => {
    live = [invitationOf({ group: null })];
    const dialog = await open();
    const user = userEvent.setup(); // brings a clipboard
    await user.click(await dialog.findByRole("button", { name: t.copy }));
    expect(await dialog.findByRole("button", { name: t.copied })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`http://localhost/ru/i/${codeSample}`);
  });

  it("opens the share sheet of the system with the link and its class, and takes it for no failure when it is closed", async () => {
    const share = vi.fn(() => Promise.reject(new DOMException("closed", "AbortError")));
    Object.assign(navigator, { share });
    live = [invitationOf({ group: null })];
    const dialog = await open();
    await userEvent.click(await dialog.findByRole("button", { name: t.share }));
    const shared = {
      title: "Выпуск 2014 · Школа № 110",
      url: `http://localhost/ru/i/${codeSample}`,
    };
    expect(share).toHaveBeenCalledExactlyOnceWith(shared);
    expect(dialog.getByRole("textbox", { name: t.link })).toBeVisible();
    expect(shownToasts()).toEqual([]);
  });

  it("has no button to share where the system has no sheet", async () => {
    live = [invitationOf({ group: null })];
    const dialog = await open();
    expect(await dialog.findByRole("button", { name: t.copy })).toBeVisible();
    expect(dialog.queryByRole("button", { name: t.share })).toBeNull();
  });

  it("says why no link could be made, and tries again", async () => {
    write.mockResolvedValueOnce(refusal("conflict", "Ссылок уже двадцать"));
    const dialog = await open();
    expect(await dialog.findByText("Ссылок уже двадцать")).toBeVisible();
    write.mockResolvedValueOnce({ body: { message: "Готово", data: invitationOf() } });
    await userEvent.click(dialog.getByRole("button", { name: messages.Layout.retry }));
    expect(await dialog.findByRole("textbox", { name: t.link })).toBeVisible();
  });

  it("withdraws the link once that is confirmed, and closes", async () => {
    live = [invitationOf({ group: null })];
    write.mockResolvedValue({ body: { message: "Приглашение отозвано" } });
    const dialog = await open();
    await userEvent.click(await dialog.findByRole("button", { name: t.withdraw }));
    expect(write).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole("button", { name: messages.Site.ok }));
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Приглашение отозвано"]));
    expect(write).toHaveBeenCalledExactlyOnceWith("DELETE /invitations/9", undefined);
    await waitFor(() => expect(screen.queryByRole("textbox", { name: t.link })).toBeNull());
  });

  it.each([
    ["a dialog", false],
    ["a sheet of a phone", true],
  ])("as %s stays when Escape answers the question whether to withdraw", async (_, matches) => {
    vi.stubGlobal("matchMedia", () => ({
      matches,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    live = [invitationOf({ group: null })];
    const dialog = await open();
    await userEvent.click(await dialog.findByRole("button", { name: t.withdraw }));
    const answered = await screen.findByRole("button", { name: messages.Site.ok });
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(answered).not.toBeInTheDocument());
    expect(dialog.getByRole("textbox", { name: t.link })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(write).not.toHaveBeenCalled();
  });

  it("closes by Escape, and the focus returns to its button", async () => {
    live = [invitationOf({ group: null })];
    await open();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: t.inviteClass })).toHaveFocus();
  });
});
