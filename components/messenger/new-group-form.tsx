"use client";

import { Button, Loader, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type SyntheticEvent, useEffect, useState } from "react";
import { ChosenFriends, type Chosen } from "#components/messenger/chosen-friends.tsx";
import { GroupImage } from "#components/messenger/group-image.tsx";
import { DialogFoot } from "#components/messenger/messenger-dialog.tsx";
import classes from "#components/messenger/messenger-dialog.module.css";
import { useGoInMessenger } from "#components/messenger/messenger-link.tsx";
import { FailureAlert } from "#components/ui/failure-alert.tsx";
import { showFailure } from "#components/ui/toasts.ts";
import type { Person } from "#lib/auth/schema.ts";
import { useCreateGroup } from "#lib/messenger/change-group.ts";
import { groupTitleLengthMax } from "#lib/messenger/schema.ts";
import { routes } from "#lib/routes.ts";

interface NewGroupFormProps {
  members: Chosen;
  onRemove: (person: Person) => void;
  /** The group is there and about to be shown. */
  onMade: () => void;
}

/** What the group is called and looks like. */
export function NewGroupForm({ members, onRemove, onMade }: NewGroupFormProps) {
  const t = useTranslations();
  const go = useGoInMessenger();
  const [title, setTitle] = useState("");
  const [image, setImage] = useState<Blob | null>(null);
  const create = useCreateGroup((why) =>
    showFailure(t("Site.failure"), t("Messenger.newGroupImageFailed", { why: why.message })),
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (create.isPending || title.trim() === "" || members.size === 0) return;
    create.mutate(
      { title: title.trim(), members: [...members.keys()], image },
      {
        onSuccess: (chat) => {
          go(routes.chat(chat.kind, chat.id));
          onMade();
        },
      },
    );
  };
  return (
    <form className={classes.form} aria-label={t("Messenger.newGroup")} onSubmit={submit}>
      <div className={classes.fields}>
        <GroupImage
          label={t(image ? "Messenger.groupImageChange" : "Messenger.groupImageChoose")}
          onPicture={setImage}
        >
          {image && <Preview image={image} />}
        </GroupImage>
        <TextInput
          label={t("Messenger.newGroupTitle")}
          value={title}
          maxLength={groupTitleLengthMax}
          data-autofocus
          autoComplete="off"
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </div>
      <div className={classes.chosen}>
        <ChosenFriends chosen={members} onRemove={onRemove} />
        {create.error && <FailureAlert title={t("Site.error")} text={create.error.message} />}
      </div>
      <DialogFoot>
        <Button
          type="submit"
          fullWidth
          disabled={title.trim() === "" || members.size === 0}
          aria-busy={create.isPending}
          leftSection={create.isPending && <Loader size={16} />}
        >
          {t("Messenger.newGroupCreate")}
        </Button>
      </DialogFoot>
    </form>
  );
}

function Preview({ image }: { image: Blob }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(image);
    const frame = requestAnimationFrame(() => setUrl(made));
    return () => {
      cancelAnimationFrame(frame);
      URL.revokeObjectURL(made);
    };
  }, [image]);
  // eslint-disable-next-line @next/next/no-img-element -- it has no address but in this page
  return url && <img src={url} alt="" />;
}
