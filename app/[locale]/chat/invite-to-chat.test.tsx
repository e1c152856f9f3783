import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { InviteToChat } from "#app/[locale]/chat/invite-to-chat.tsx";
import { GroupPanel } from "#components/messenger/groups/group-panel.tsx";
import { InviteContext } from "#components/messenger/groups/invite-row.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { chatOf, me, peer } from "#lib/testing/message-samples.ts";
import type { ChatRole } from "#lib/messenger/contract/schema.ts";
import { invitationOf } from "#lib/testing/invitation-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;
const { inviteClass, inviteGroup, link } = messages.Invitations;

const classOf2014 = { object_id: 5, key: "2014", start: null, end: 2014 };
const details = { ...classOf2014, object: { id: 5, name: "Школа № 110" }, total: 9 };

/** Opens the panel of a group as a member with a role; returns the requests that changed something. */
function showPanel(role: ChatRole, group: { class: typeof classOf2014 | null; mine?: boolean }) {
  const changes: [string, unknown][] = [];
  const chat = chatOf({
    ...{ kind: "group", peer: null, title: "Выпуск 2014", members_count: 2, role },
    class: group.class,
  });
  const members = [
    { person: me, role },
    { person: peer, role: "member" },
  ];
  showInMessenger(
    <InviteContext value={InviteToChat}>
      <GroupPanel chat={chat} onClose={() => undefined} />
    </InviteContext>,
    (path, body) => {
      if (body !== undefined) {
        changes.push([path, body]);
        return { body: { message: "Готово", data: invitationOf({ group: null }) } };
      }
      if (path.includes("/group/members/"))
        return { body: { data: members, meta: { next: null } } };
      if (path === "/objects/5/classes/2014")
        return {
          body: {
            data: {
              ...{ ...details, friends: 0, groups: [], chat: null, next_event: null },
              mine: group.mine ?? false,
            },
          },
        };
      return { body: { data: [] } };
    },
  );
  return changes;
}

const button = (name: string) => screen.queryByRole("button", { name });
const membersShown = () => screen.findByRole("link", { name: peer.fullname });

describe("the panel of a group", () => {
  it("offers the owner of a class chat no members to add, and a link to the class", async () => {
    const changes = showPanel("owner", { class: classOf2014, mine: true });
    await userEvent.click(await screen.findByRole("button", { name: inviteClass }));
    const dialog = within(await screen.findByRole("dialog", { name: inviteClass }));
    expect(await dialog.findByRole("textbox", { name: link })).toBeVisible();
    expect(changes).toEqual([["/invitations", { kind: "class", object_id: 5, class_key: "2014" }]]);
    await membersShown();
    expect(button(t.groupAdd)).toBeNull();
    expect(button(inviteGroup)).toBeNull();
  });

  it("lets anybody of the class invite to it from its chat", async () => {
    showPanel("member", { class: classOf2014, mine: true });
    expect(await screen.findByRole("button", { name: inviteClass })).toBeVisible();
  });

  it("offers no link to who is in a class chat without being of the class", async () => {
    showPanel("owner", { class: classOf2014, mine: false });
    await membersShown();
    expect(button(inviteClass)).toBeNull();
    expect(button(inviteGroup)).toBeNull();
  });

  it("lets the owner of any other group add members and invite to the group", async () => {
    showPanel("owner", { class: null });
    expect(await screen.findByRole("button", { name: inviteGroup })).toBeVisible();
    expect(button(t.groupAdd)).toBeVisible();
  });

  it.each([
    [
      "a class chat, that its page leads back",
      classOf2014,
      t.rowLeaveChat,
      t.rowLeaveClassQuestion,
    ],
    ["another group, that its members let one back", null, t.rowLeave, t.rowLeaveQuestion],
  ])("says, before a member leaves %s", async (_group, chatClass, leave, question) => {
    showPanel("member", { class: chatClass });
    await userEvent.click(screen.getByRole("button", { name: leave }));
    const asked = await screen.findByText(question.replace("{title}", "Выпуск 2014"));
    expect(asked).toBeVisible();
  });
});
