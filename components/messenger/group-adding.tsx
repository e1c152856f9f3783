"use client";

import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChosenFriends, useChosen } from "#components/messenger/groups/chosen-friends.tsx";
import { FriendChoice } from "#components/messenger/groups/friend-choice.tsx";
import { DialogFoot, MessengerDialog } from "#components/messenger/groups/messenger-dialog.tsx";
import { useGroupChange } from "#components/messenger/groups/use-group-change.ts";
import { membersOf, membersQuery } from "#lib/messenger/group-members.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** Friends who are not in the group yet, to be added. One who is in it, unknown here, is simply not added again. */
export function GroupAdding({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const t = useTranslations("Messenger");
  const { data } = useInfiniteQuery(membersQuery(chat.id));
  const { chosen, toggle } = useChosen();
  const { change } = useGroupChange(chat.id);
  const inGroup = new Set(data ? membersOf(data).map(({ person }) => person.id) : []);
  return (
    <MessengerDialog title={t("groupAdd")} onClose={onClose}>
      <FriendChoice chosen={new Set(chosen.keys())} onChoose={toggle} without={inGroup}>
        <ChosenFriends chosen={chosen} onRemove={toggle} />
      </FriendChoice>
      <DialogFoot>
        <Button
          fullWidth
          disabled={chosen.size === 0}
          onClick={() => {
            change({ what: "members", add: [...chosen.keys()] });
            onClose();
          }}
        >
          {t("groupAddChosen")}
        </Button>
      </DialogFoot>
    </MessengerDialog>
  );
}
