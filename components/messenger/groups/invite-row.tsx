"use client";

import { IconLink } from "@tabler/icons-react";
import { type ComponentType, createContext, createElement, type ReactNode, use } from "react";
import classes from "#components/messenger/groups/group-panel.module.css";
import type { ChatClass } from "#lib/members/class-key.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

export interface InviteSlotProps {
  chatId: number;
  /** The class whose chat it is: only a link to the class leads there. Null: a group of its owner. */
  chatClass: ChatClass | null;
  className: string | undefined;
  /** An icon before the label. */
  icon: ReactNode;
}

/** Another feature's button that opens the link by which others join the group, or the class whose chat it is. */
export const InviteContext = createContext<ComponentType<InviteSlotProps> | null>(null);

/** The button to invite by a link, to a group as its owner, to a class as anybody of it (D-INVITE). */
export function InviteRow({ chat }: { chat: Chat }) {
  const Invite = use(InviteContext);
  const chatClass = chat.class ?? null;
  if (!Invite || (!chatClass && chat.role !== "owner")) return null;
  const icon = (
    <span className={classes.addIcon} aria-hidden="true">
      <IconLink size={22} stroke={1.6} />
    </span>
  );
  return createElement(Invite, { chatId: chat.id, chatClass, className: classes.add, icon });
}
