"use client";

import { IconLink } from "@tabler/icons-react";
import { type ComponentType, createContext, createElement, type ReactNode, use } from "react";
import classes from "#components/messenger/groups/group-panel.module.css";
import type { ChatClass } from "#lib/members/class-key.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

export interface InviteSlotProps {
  chatId: number;
  /**
   * The class whose chat this is: one invites to the class, since no link leads into its chat. Null in any other group,
   * to which its owner invites.
   */
  chatClass: ChatClass | null;
  className: string | undefined;
  /** An icon before the label. */
  icon: ReactNode;
}

/** Another feature's button that opens the link by which others join the group, or the class whose chat it is. */
export const InviteContext = createContext<ComponentType<InviteSlotProps> | null>(null);

/**
 * The button to invite by a link (D-INVITE): the owner of a group invites to it, and any member of a class invites to
 * the class.
 */
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
