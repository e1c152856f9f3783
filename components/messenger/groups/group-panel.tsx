"use client";

import { CloseButton } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { transitionMs } from "#components/layout/interface-constants.ts";
import { GroupHead } from "#components/messenger/groups/group-head.tsx";
import { useLeaveGroup } from "#components/messenger/groups/use-leave-group.ts";
import { GroupMembers } from "#components/messenger/groups/group-members.tsx";
import classes from "#components/messenger/groups/group-panel.module.css";
import { useOpenerFocus } from "#components/ui/overlays/use-opener-focus.ts";
import { Drawer } from "#components/ui/overlays/drawer.tsx";
import { useIsNarrow } from "#components/ui/overlays/use-is-narrow.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

const transition = { transition: "slide-left", duration: transitionMs.modal } as const;

/** The title, the members and the actions of a group. On a phone it fills the screen. */
export function GroupPanel({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const t = useTranslations("Messenger");
  const isNarrow = useIsNarrow();
  const leave = useLeaveGroup();
  const info = t(chat.class ? "chatInfo" : "groupInfo");
  useOpenerFocus();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow ? "100%" : 400}
      padding={0}
      withCloseButton={false}
      returnFocus={false}
      transitionProps={transition}
      attributes={{ content: { "aria-label": info } }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <div className={classes.bar}>
        <h2 className={classes.heading}>{info}</h2>
        <CloseButton aria-label={t("newChatClose")} size={44} iconSize={20} onClick={onClose} />
      </div>
      <div className={classes.scroll}>
        <GroupHead chat={chat} />
        <GroupMembers chat={chat} onLeft={onClose} />
        <button type="button" className={classes.leave} onClick={() => void leave(chat)}>
          <IconLogout size={20} stroke={1.6} aria-hidden="true" />
          {t(chat.class ? "rowLeaveChat" : "rowLeave")}
        </button>
      </div>
    </Drawer>
  );
}
