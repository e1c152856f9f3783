"use client";

import { Button } from "@mantine/core";
import { IconUsersPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChosenFriends, useChosen } from "#components/messenger/groups/chosen-friends.tsx";
import { FriendChoice } from "#components/messenger/groups/friend-choice.tsx";
import { MessengerDialog, DialogFoot } from "#components/messenger/groups/messenger-dialog.tsx";
import { NewGroupForm } from "#components/messenger/groups/new-group-form.tsx";
import choiceClasses from "#components/messenger/groups/friend-choice.module.css";
import { useOpenerFocus } from "#components/ui/overlays/use-opener-focus.ts";
import { useWriteTo } from "#components/messenger/use-write-to.ts";

type Step = "friend" | "members" | "group";

/** The dialog to choose a friend to write to, or several as a group. */
export function NewChat({ onClose }: { onClose: () => void }) {
  const t = useTranslations("Messenger");
  // The focus is returned by this dialog, because a later step opens from one that is unmounted.
  useOpenerFocus();
  const [step, setStep] = useState<Step>("friend");
  const { chosen, toggle } = useChosen();
  const { writeTo } = useWriteTo(onClose);
  const ids = new Set(chosen.keys());
  if (step === "friend")
    return (
      <MessengerDialog title={t("newChatTitle")} onClose={onClose}>
        <FriendChoice chosen={null} onChoose={({ id }) => writeTo(id)}>
          <button type="button" className={choiceClasses.row} onClick={() => setStep("members")}>
            <span className={choiceClasses.icon} aria-hidden="true">
              <IconUsersPlus size={22} stroke={1.6} />
            </span>
            <span className={choiceClasses.name}>{t("newGroup")}</span>
          </button>
        </FriendChoice>
      </MessengerDialog>
    );
  if (step === "members")
    return (
      <MessengerDialog
        key={step}
        title={t("newGroup")}
        onBack={() => setStep("friend")}
        onClose={onClose}
      >
        <FriendChoice chosen={ids} onChoose={toggle}>
          <ChosenFriends chosen={chosen} onRemove={toggle} />
        </FriendChoice>
        <DialogFoot>
          <Button fullWidth disabled={chosen.size === 0} onClick={() => setStep("group")}>
            {t("newGroupNext")}
          </Button>
        </DialogFoot>
      </MessengerDialog>
    );
  return (
    <MessengerDialog
      key={step}
      title={t("newGroup")}
      onBack={() => setStep("members")}
      onClose={onClose}
    >
      <NewGroupForm members={chosen} onRemove={toggle} onMade={onClose} />
    </MessengerDialog>
  );
}
