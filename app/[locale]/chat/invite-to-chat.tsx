"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useInviteDialog } from "#components/invitations/invite-button.tsx";
import type { InviteSlotProps } from "#components/messenger/groups/invite-row.tsx";
import { classQuery } from "#lib/classes/queries.ts";
import type { ChatClass } from "#lib/members/class-key.ts";

/** Opens the link to a group or, in the chat of a class, that to the class, which only those of the class make. */
export function InviteToChat({ chatClass, ...slot }: InviteSlotProps) {
  return chatClass ? (
    <InviteToClass chatClass={chatClass} {...slot} />
  ) : (
    <InviteToGroup {...slot} />
  );
}

type ButtonSlot = Omit<InviteSlotProps, "chatClass">;

/** Whoever stays in the chat when their education no longer matches is not of the class. */
function InviteToClass({ chatClass, ...slot }: ButtonSlot & { chatClass: ChatClass }) {
  const { object_id: objectId, key: classKey } = chatClass;
  const { data } = useQuery(classQuery(useLocale(), { objectId, key: classKey }));
  const t = useTranslations("Invitations");
  const invite = useInviteDialog({ kind: "class", objectId, classKey });
  return data?.mine && <InviteSlot {...slot} {...invite} label={t("inviteClass")} />;
}

function InviteToGroup(slot: ButtonSlot) {
  const t = useTranslations("Invitations");
  const invite = useInviteDialog({ kind: "group", chatId: slot.chatId });
  return <InviteSlot {...slot} {...invite} label={t("inviteGroup")} />;
}

type InviteSlotButtonProps = Pick<InviteSlotProps, "className" | "icon"> &
  ReturnType<typeof useInviteDialog> & { label: string };

function InviteSlot({ className, icon, label, open, dialog }: InviteSlotButtonProps) {
  return (
    <>
      <button type="button" className={className} onClick={open}>
        {icon}
        {label}
      </button>
      {dialog}
    </>
  );
}
