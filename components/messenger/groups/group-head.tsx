"use client";

import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconEdit } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { GroupImage } from "#components/messenger/groups/group-image.tsx";
import classes from "#components/messenger/groups/group-panel.module.css";
import { picturedChat } from "#components/ui/people/pictured-chat.ts";
import { useGroupChange } from "#components/messenger/groups/use-group-change.ts";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { useKeptValues } from "#lib/auth/use-kept-values.ts";
import { renameGroupInput } from "#lib/messenger/contract/group-title-schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { mayManage } from "#lib/messenger/group-rights.ts";
import { routes } from "#lib/routes.ts";

/** The image and the title of the group, which owner and admins can change in place. */
export function GroupHead({ chat }: { chat: Chat }) {
  const t = useTranslations("Messenger");
  const { change, isPending } = useGroupChange(chat.id);
  const imageButton = useRef<HTMLButtonElement>(null);
  const manages = mayManage(chat.role);
  return (
    <div className={classes.head}>
      {manages ? (
        <GroupImage
          label={t(chat.image ? "groupImageChange" : "groupImageChoose")}
          busy={isPending}
          buttonRef={imageButton}
          onPicture={(image) => change({ what: "image", image })}
        >
          <MainPicture chat={chat} />
        </GroupImage>
      ) : (
        <MainPicture chat={chat} />
      )}
      {manages && chat.image && (
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.small}
          onClick={() => {
            imageButton.current?.focus(); // this button is unmounted with the image
            change({ what: "image", image: null });
          }}
        >
          {t("groupImageRemove")}
        </Button>
      )}
      <GroupTitle chat={chat} />
      <p className={classes.count}>{t("members", { count: chat.members_count })}</p>
      {chat.class && (
        <RouteLink
          route={routes.class(chat.class.object_id, chat.class.key)}
          className={classes.toClass}
        >
          {t("openClass")}
        </RouteLink>
      )}
    </div>
  );
}

function GroupTitle({ chat }: { chat: Chat }) {
  const t = useTranslations("Messenger");
  const [renaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useEffect(() => {
    // The part of the form that had the focus is unmounted.
    if (wasRenaming.current && !renaming && document.activeElement === document.body)
      renameButton.current?.focus();
    wasRenaming.current = renaming;
  }, [renaming]);
  if (renaming) return <RenameForm chat={chat} onEnd={() => setRenaming(false)} />;
  return (
    <div className={classes.titleLine}>
      <h3 className={classes.title}>{chat.title}</h3>
      {mayManage(chat.role) && (
        <ActionIcon
          ref={renameButton}
          aria-label={t("groupRename")}
          title={t("groupRename")}
          onClick={() => setRenaming(true)}
        >
          <IconEdit size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}

interface RenameFormProps {
  chat: Chat;
  /** Called when the title is stored, or is to stay. */
  onEnd: () => void;
}

/** Stays open until the server has stored the title, so that a refused one can be corrected. */
function RenameForm({ chat, onEnd }: RenameFormProps) {
  const t = useTranslations("Messenger");
  const { changeAsync } = useGroupChange(chat.id);
  const [initialValues] = useState({ title: chat.title });
  const { form, submit } = useCheckedForm({
    schema: renameGroupInput,
    initialValues,
    send: async (entered) => {
      const title = entered.title.trim();
      if (title !== chat.title) await changeAsync({ what: "rename", title });
      onEnd();
    },
  });
  useKeptValues(`group-${chat.id}`, form, initialValues);
  return (
    <form className={classes.rename} onSubmit={submit}>
      <TextInput
        {...form.getInputProps("title")}
        ref={focusAndSelect}
        aria-label={t("newGroupTitle")}
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault(); // the panel stays open
          onEnd();
        }}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onEnd}>
          {t("groupCancel")}
        </Button>
        <Button type="submit" disabled={form.values.title.trim() === ""} loading={form.submitting}>
          {t("groupSave")}
        </Button>
      </div>
    </form>
  );
}

function focusAndSelect(input: HTMLInputElement | null) {
  input?.focus();
  input?.select();
}

const pictureSizePx = 88;

/** The image of a group, or the initials of its title. */
function MainPicture({ chat }: { chat: Chat }) {
  return <PersonAvatar person={picturedChat(chat)} size={pictureSizePx} />;
}
