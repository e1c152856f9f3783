"use client";

import { IconLink } from "@tabler/icons-react";
import { type ComponentType, createContext, createElement, type ReactNode, use } from "react";
import classes from "#components/messenger/groups/group-panel.module.css";
import type { Chat } from "#lib/messenger/contract/schema.ts";

export interface InviteSlotProps {
  chatId: number;
  className: string | undefined;
  /** An icon before the label. */
  icon: ReactNode;
}

/** Another feature's button that opens the link by which others join the group. */
export const InviteContext = createContext<ComponentType<InviteSlotProps> | null>(null);

/** The button to invite by a link, which only the owner of a group has. */
export function InviteRow({ chat }: { chat: Chat }) {
  const Invite = use(InviteContext);
  if (!Invite || chat.role !== "owner") return null;
  const icon = (
    <span className={classes.addIcon} aria-hidden="true">
      <IconLink size={22} stroke={1.6} />
    </span>
  );
  return createElement(Invite, { chatId: chat.id, className: classes.add, icon });
}
