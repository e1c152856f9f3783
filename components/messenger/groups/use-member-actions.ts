"use client";

import {
  IconCrown,
  IconMessage,
  IconShieldOff,
  IconShieldPlus,
  IconUserMinus,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Action } from "#components/ui/controls/action-items.tsx";
import { useGroupChange } from "#components/messenger/groups/use-group-change.ts";
import { useWriteTo } from "#components/messenger/use-write-to.ts";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { mayGiveRoles, mayRemove } from "#lib/messenger/group-rights.ts";
import type { GroupMember } from "#lib/messenger/contract/group-schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

interface AboutMember {
  chat: Chat;
  member: GroupMember;
  onLeft: () => void;
  onRemove: () => void;
}

/** The actions that the reader's role allows on another member of the group. */
export function useMemberActions({ chat, member, onLeft, onRemove }: AboutMember): Action[] {
  const t = useTranslations("Messenger");
  const confirm = useConfirm();
  const { change } = useGroupChange(chat.id);
  const { writeTo } = useWriteTo(onLeft);
  const { person, role } = member;
  const name = person.fullname;
  const give = (given: "owner" | "admin" | "member") =>
    change({ what: "role", user_id: person.id, role: given });
  const actions: Action[] = [
    { label: t("groupWrite"), Icon: IconMessage, run: () => writeTo(person.id) },
  ];
  if (mayGiveRoles(chat.role))
    actions.push(
      role === "admin"
        ? { label: t("groupTakeAdmin"), Icon: IconShieldOff, run: () => give("member") }
        : { label: t("groupMakeAdmin"), Icon: IconShieldPlus, run: () => give("admin") },
      {
        label: t("groupHandOver"),
        Icon: IconCrown,
        run: () =>
          void confirm(t("groupHandOverQuestion", { name }), { danger: true }).then(
            (meant) => meant && give("owner"),
          ),
      },
    );
  if (mayRemove(chat.role, role))
    actions.push({
      label: t("groupRemove"),
      Icon: IconUserMinus,
      danger: true,
      run: () =>
        void confirm(t("groupRemoveQuestion", { name }), { danger: true }).then((meant) => {
          if (!meant) return;
          onRemove();
          change({ what: "members", remove: [person.id] });
        }),
    });
  return actions;
}
