import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { GroupPanel } from "#components/messenger/groups/group-panel.tsx";
import { shownToasts } from "#components/testing/render.tsx";
import { type AnswerPath, showInMessenger } from "#components/testing/show-in-messenger.tsx";
import type { GroupMember } from "#lib/messenger/contract/group-schema.ts";
import { noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import { imageSample } from "#lib/testing/image-samples.ts";
import { chatOf, me, peer } from "#lib/testing/message-samples.ts";
import type { Chat, ChatRole } from "#lib/messenger/contract/schema.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

const admin = { ...peer, id: 3, fullname: "Рахимов Жасур" };
const owner = { ...peer, id: 4, fullname: "Ким Елена" };
const zarina = { ...peer, id: 5, fullname: "Юсупова Зарина" };

type AnswerIfAny = (...asked: Parameters<AnswerPath>) => ReturnType<AnswerPath> | undefined;

/** The panel of a group as a member with a role sees it; returns the requests that were sent. */
function showAs(
  role: ChatRole,
  onClose = () => undefined,
  members_count = 3,
  changes: Partial<Chat> = {},
  answer = vi.fn<AnswerIfAny>(),
) {
  const asked: [string, unknown][] = [];
  const members: GroupMember[] = [
    role === "owner" ? { person: me, role } : { person: owner, role: "owner" },
    { person: admin, role: "admin" },
    ...(role === "owner" ? [] : [{ person: me, role }]),
    { person: peer, role: "member" },
  ];
  const chat = chatOf({
    ...{ kind: "group", peer: null, title: "Группа 101", members_count, role },
    image: imageSample(1),
    ...changes,
  });
  showInMessenger(<GroupPanel chat={chat} onClose={onClose} />, (path, body) => {
    if (path.includes("/group/members/") && body === undefined)
      return { body: { data: members, meta: { next: null } } };
    if (path.includes("/chats/")) return { body: { data: chat } };
    if (path.startsWith("/profile/friends"))
      return { body: { data: [{ id: 1, friend: zarina }], meta: { next: null } } };
    asked.push([path, body]);
    const answered = answer(path, body);
    if (answered) return answered;
    return { body: { message: "Готово", data: chat } };
  });
  return asked;
}

beforeEach(() => window.history.replaceState(null, "", "/ru/group/7"));

const openMenuOf = async (name: string) => {
  const label = t.groupMemberMenu.replace("{name}", name);
  await userEvent.click(await screen.findByRole("button", { name: label }));
  return (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
};

describe("the panel of a group", () => {
  it("lets a member look and leave, and change nothing", async () => {
    showAs("member");
    const link = await screen.findByRole("link", { name: peer.fullname });
    expect(link).toHaveAttribute("href", `http://profile.kampus.localhost/ru/users/${peer.id}`);
    for (const name of [t.groupRename, t.groupAdd, t.groupImageChoose])
      expect(screen.queryByRole("button", { name })).toBeNull();
    expect(await openMenuOf(peer.fullname)).toEqual([t.groupWrite]);
    expect(screen.getByRole("button", { name: t.rowLeave })).toBeVisible();
  });

  it("of a class speaks of a chat, and leads to the class", async () => {
    const ofClass = { object_id: 5, key: "2014", start: null, end: 2014 };
    showAs("member", () => undefined, 3, { class: ofClass });
    const link = await screen.findByRole("link", { name: t.openClass });
    expect(screen.getByRole("heading", { name: t.chatInfo })).toBeVisible();
    expect(screen.getByRole("button", { name: t.rowLeaveChat })).toBeVisible();
    expect(link).toHaveAttribute(
      "href",
      "http://profile.kampus.localhost/ru/objects/5/classes/2014",
    );
  });

  it("lets an admin remove members, but not other admins", async () => {
    showAs("admin");
    expect(await openMenuOf(peer.fullname)).toEqual([t.groupWrite, t.groupRemove]);
    await userEvent.keyboard("{Escape}");
    expect(await openMenuOf(admin.fullname)).toEqual([t.groupWrite]);
  });

  it("lets the owner give roles and hand the group over", async () => {
    const asked = showAs("owner");
    expect(await openMenuOf(admin.fullname)).toEqual([
      t.groupWrite,
      t.groupTakeAdmin,
      t.groupHandOver,
      t.groupRemove,
    ]);
    await userEvent.click(screen.getByRole("menuitem", { name: t.groupTakeAdmin }));
    expect(asked).toEqual([["/messenger/group/role/7", { user_id: 3, role: "member" }]]);
  });

  it("announces how many members the search of a large group shows", async () => {
    showAs("member", () => undefined, 8);
    await screen.findByRole("link", { name: peer.fullname });
    await userEvent.type(screen.getByRole("searchbox"), "а");
    expect(await screen.findByText("Показано 4 результата")).toHaveAttribute("role", "status");
  });

  it("marks in the name of a member what the words in another script have found", async () => {
    showAs("member", () => undefined, 8);
    await screen.findByRole("link", { name: admin.fullname });
    await userEvent.type(screen.getByRole("searchbox"), "rahimov");
    expect(await screen.findByText("Рахимов", { selector: "mark" })).toBeVisible();
    expect(screen.getByRole("link", { name: admin.fullname })).toBeVisible();
  });

  it("takes a title of a hundred emoji, and says of a longer one how many it may have", async () => {
    const asked = showAs("owner");
    await userEvent.click(await screen.findByRole("button", { name: t.groupRename }));
    const title = screen.getByRole("textbox", { name: t.newGroupTitle });
    await userEvent.clear(title);
    await userEvent.paste("🎓".repeat(101));
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByText(t.groupTitleTooLong)).toBeVisible();
    await userEvent.clear(title);
    await userEvent.paste("🎓".repeat(100));
    await userEvent.keyboard("{Enter}");
    expect(asked).toEqual([["/messenger/group/rename/7", { title: "🎓".repeat(100) }]]);
  });

  it("renames the group in place of the title, and not by Escape", async () => {
    const closed = vi.fn(() => undefined);
    const asked = showAs("owner", closed);
    await userEvent.click(await screen.findByRole("button", { name: t.groupRename }));
    await userEvent.keyboard("Выпуск{Escape}");
    expect(asked).toEqual([]);
    expect(closed).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole("button", { name: t.groupRename }));
    await userEvent.keyboard("Выпуск 2018{Enter}");
    expect(asked).toEqual([["/messenger/group/rename/7", { title: "Выпуск 2018" }]]);
  });

  it.each([
    ["saved by a press", () => userEvent.click(screen.getByRole("button", { name: t.groupSave }))],
    ["saved by Enter", () => userEvent.keyboard("{Enter}")],
    ["cancelled", () => userEvent.click(screen.getByRole("button", { name: t.groupCancel }))],
    ["left by Escape", () => userEvent.keyboard("{Escape}")],
  ])("has the focus where the renaming began once it is %s", async (_how, end) => {
    showAs("owner");
    const rename = () => screen.findByRole("button", { name: t.groupRename });
    await userEvent.click(await rename());
    await userEvent.keyboard("Выпуск");
    await end();
    expect(await rename()).toHaveFocus();
  });

  it.each([
    ["refuses", () => refusal("forbidden", "Нельзя")],
    ["cannot be reached for", () => Promise.reject(noNetwork)],
  ])(
    "keeps the typed title when the server %s the renaming, and closes once it is stored",
    async (_how, fail) => {
      const answer = vi.fn<AnswerIfAny>().mockImplementationOnce(fail);
      showAs("owner", undefined, undefined, undefined, answer);
      const rename = await screen.findByRole("button", { name: t.groupRename });
      await userEvent.click(rename);
      await userEvent.keyboard("Выпуск 2018{Enter}");
      await waitFor(() => expect(shownToasts()).toHaveLength(1));
      expect(screen.getByRole("textbox", { name: t.newGroupTitle })).toHaveValue("Выпуск 2018");
      await userEvent.click(screen.getByRole("button", { name: t.groupSave }));
      expect(await screen.findByRole("button", { name: t.groupRename })).toHaveFocus();
      expect(answer).toHaveBeenCalledTimes(2);
    },
  );

  it("keeps the chosen friends when they could not be added, and closes once they are", async () => {
    const answer = vi.fn<AnswerIfAny>().mockRejectedValueOnce(noNetwork);
    const asked = showAs("owner", undefined, undefined, undefined, answer);
    await userEvent.click(await screen.findByRole("button", { name: t.groupAdd }));
    const dialog = await screen.findByRole("dialog", { name: t.groupAdd });
    await userEvent.click(await within(dialog).findByText(zarina.fullname));
    const add = within(dialog).getByRole("button", { name: t.groupAddChosen });
    await userEvent.click(add);
    await waitFor(() => expect(shownToasts()).toHaveLength(1));
    await userEvent.click(add);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const added = ["/messenger/group/members/7", { add: [zarina.id] }];
    expect(asked).toEqual([added, added]);
  });

  it("has the focus at the other members once one is removed", async () => {
    showAs("owner");
    await openMenuOf(peer.fullname);
    await userEvent.click(screen.getByRole("menuitem", { name: t.groupRemove }));
    const question = within(await screen.findByRole("dialog", { name: /Исключить/ }));
    await userEvent.click(question.getByRole("button", { name: messages.Site.ok }));
    await waitFor(() =>
      expect(screen.getByRole("list", { name: t.newGroupMembers })).toHaveFocus(),
    );
  });

  it("has the focus where an image is chosen once that of the group is removed", async () => {
    const asked = showAs("owner");
    await userEvent.click(await screen.findByRole("button", { name: t.groupImageRemove }));
    expect(asked).toHaveLength(1);
    expect(screen.getByRole("button", { name: t.groupImageChange })).toHaveFocus();
  });

  it("asks before a member is removed; Escape closes the question first, then the panel", async () => {
    const closed = vi.fn(() => undefined);
    const asked = showAs("owner", closed);
    await openMenuOf(peer.fullname);
    await userEvent.click(screen.getByRole("menuitem", { name: t.groupRemove }));
    expect(await screen.findByRole("dialog", { name: /Исключить/ })).toBeVisible();
    expect(asked).toEqual([]);
    await userEvent.keyboard("{Escape}");
    expect(closed).not.toHaveBeenCalled();
    await openMenuOf(peer.fullname);
    await userEvent.click(screen.getByRole("menuitem", { name: t.groupRemove }));
    await userEvent.click(
      within(await screen.findByRole("dialog", { name: /Исключить/ })).getByRole("button", {
        name: messages.Site.ok,
      }),
    );
    await vi.waitFor(() =>
      expect(asked).toEqual([["/messenger/group/members/7", { remove: [peer.id] }]]),
    );
  });
});
