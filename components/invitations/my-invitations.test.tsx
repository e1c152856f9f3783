// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MyInvitations } from "#components/invitations/my-invitations.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { type AnswerCall, noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import type { Invitation } from "#lib/invitations/schema.ts";
import { invitationOf } from "#lib/testing/invitation-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Invitations;
const toClass = invitationOf();
const toGroup = invitationOf({
  ...{ id: 10, kind: "group", chat: { id: 3, title: "Физика 7" }, uses: 0 },
  ...{ object: null, class_key: null, end: null, group: null },
});
let live: Invitation[];
const write = vi.fn<AnswerCall>();
const answer = vi.fn<AnswerCall>();
const show = () => renderWithProviders(<MyInvitations />, { answer });
const rows = () => screen.findAllByRole("listitem");
const row = async (name: string) => {
  const found = (await rows()).find(({ textContent }) => textContent.includes(name));
  if (!found) throw new Error(`no row of ${name}`);
  return within(found);
};

beforeEach(() => {
  live = [toClass, toGroup];
  write.mockReset();
  answer
    .mockReset()
    .mockImplementation((call, body) =>
      call === "GET /invitations" ? { body: { data: live } } : write(call, body),
    );
});

describe("the member's links", () => {
  it("say where each leads, how many came and how long it is good", async () => {
    show();
    expect((await rows()).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Выпуск 2014 · Школа № 110, 11-БПришли: 3 из 100"),
      expect.stringContaining("Группа «Физика 7»Пришли: 0 из 100"),
    ]);
  });

  it("stand below the button for another link, which is there before they load, so that nothing moves", async () => {
    answer.mockReturnValue(new Promise(() => {}));
    show();
    expect(await screen.findByRole("button", { name: t.inviteKampus })).toBeVisible();
  });

  it("are shown again, each under its name", async () => {
    show();
    await userEvent.click(
      (await row("Физика 7")).getByRole("button", { name: "Показать: Группа «Физика 7»" }),
    );
    const dialog = await screen.findByRole("dialog", { name: t.inviteGroup });
    expect(await within(dialog).findByRole("textbox", { name: t.link })).toHaveValue(toGroup.url);
    expect(write).not.toHaveBeenCalled();
  });

  it("are shown again also where they end soon, or another leads to the same place", async () => {
    const old = { ...toGroup, id: 11, uses: 95, url: "http://localhost/ru/i/old" };
    live = [toGroup, old];
    show();
    await userEvent.click(
      (await row("Пришли: 95")).getByRole("button", { name: "Показать: Группа «Физика 7»" }),
    );
    const dialog = await screen.findByRole("dialog", { name: t.inviteGroup });
    expect(await within(dialog).findByRole("textbox", { name: t.link })).toHaveValue(old.url);
    expect(write).not.toHaveBeenCalled();
  });

  it("are withdrawn once that is confirmed: the row goes, and the focus stays at the list", async () => {
    write.mockImplementation(() => {
      live = [toGroup];
      return { body: { message: "Приглашение отозвано" } };
    });
    show();
    await userEvent.click((await row("110")).getByRole("button", { name: /^Отозвать: Выпуск/ }));
    await userEvent.click(await screen.findByRole("button", { name: messages.Site.cancel }));
    expect(write).not.toHaveBeenCalled();
    await userEvent.click((await row("110")).getByRole("button", { name: /^Отозвать: Выпуск/ }));
    await userEvent.click(await screen.findByRole("button", { name: messages.Site.ok }));
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Приглашение отозвано"]));
    expect(write).toHaveBeenCalledExactlyOnceWith("DELETE /invitations/9", undefined);
    expect(await rows()).toHaveLength(1);
    expect(screen.getByRole("list").parentElement).toHaveFocus();
  });

  it("that could not be withdrawn stay, with what the server says", async () => {
    write.mockResolvedValue(refusal("not_found", "Приглашения уже нет"));
    show();
    await userEvent.click((await row("110")).getByRole("button", { name: /^Отозвать: Выпуск/ }));
    await userEvent.click(await screen.findByRole("button", { name: messages.Site.ok }));
    await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Приглашения уже нет"]));
    expect(await rows()).toHaveLength(2);
  });

  it("are none at first, with the way to the first of them", async () => {
    live = [];
    show();
    expect(await screen.findByText(t.empty)).toBeVisible();
    expect(screen.getByRole("button", { name: t.inviteKampus })).toBeVisible();
  });

  it("that could not be loaded are asked for again", async () => {
    answer.mockRejectedValueOnce(noNetwork);
    show();
    await userEvent.click(await screen.findByRole("button", { name: messages.Layout.retry }));
    expect(await rows()).toHaveLength(2);
  });
});
