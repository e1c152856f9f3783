"use client";

import { Button, Loader, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ChosenFriends, type ChosenPersons } from "#components/messenger/groups/chosen-friends.tsx";
import { GroupImage } from "#components/messenger/groups/group-image.tsx";
import { DialogFoot } from "#components/messenger/groups/messenger-dialog.tsx";
import classes from "#components/messenger/groups/messenger-dialog.module.css";
import { useGoInMessenger } from "#components/messenger/messenger-link.tsx";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import type { Person } from "#lib/auth/schema.ts";
import { useKeptValues } from "#lib/auth/use-kept-values.ts";
import { useShownFile } from "#lib/browser/use-shown-file.ts";
import { useCreateGroup } from "#lib/messenger/cache/change-group.ts";
import { createGroupInput } from "#lib/messenger/contract/group-title-schema.ts";
import { routes } from "#lib/routes.ts";

const initialValues: { title: string; image: Blob | null } = { title: "", image: null };

interface NewGroupFormProps {
  members: ChosenPersons;
  onRemove: (person: Person) => void;
  /** Called when the group is created and about to be shown. */
  onMade: () => void;
}

/** The title and the image of a new group. */
export function NewGroupForm({ members, onRemove, onMade }: NewGroupFormProps) {
  const t = useTranslations();
  const go = useGoInMessenger();
  const create = useCreateGroup((why) =>
    showFailure(t("Site.failure"), t("Messenger.newGroupImageFailed", { why: why.message })),
  );
  const { form, alert, submit } = useCheckedForm({
    schema: createGroupInput,
    initialValues,
    send: async ({ title, image }) => {
      const asked = { title: title.trim(), members: [...members.keys()], image };
      const chat = await create.mutateAsync(asked);
      go(routes.chat(chat.kind, chat.id));
      onMade();
    },
  });
  const { image, title } = form.values;
  const { setValues } = form;
  useKeptValues<{ title: string }>(
    "group-new",
    { values: { title }, setValues },
    { title: initialValues.title },
  );
  return (
    <form className={classes.form} aria-label={t("Messenger.newGroup")} onSubmit={submit}>
      <div className={classes.fields}>
        <GroupImage
          label={t(image ? "Messenger.groupImageChange" : "Messenger.groupImageChoose")}
          onPicture={(picture) => form.setFieldValue("image", picture)}
        >
          {image && <Preview image={image} />}
        </GroupImage>
        <TextInput
          {...form.getInputProps("title")}
          label={t("Messenger.newGroupTitle")}
          data-autofocus
          autoComplete="off"
        />
      </div>
      <div className={classes.chosen}>
        <ChosenFriends chosen={members} onRemove={onRemove} />
        <FormAlert message={alert} />
      </div>
      <DialogFoot>
        <Button
          type="submit"
          fullWidth
          disabled={title.trim() === "" || members.size === 0}
          aria-busy={form.submitting}
          leftSection={form.submitting && <Loader size={16} />}
        >
          {t("Messenger.newGroupCreate")}
        </Button>
      </DialogFoot>
    </form>
  );
}

function Preview({ image }: { image: Blob }) {
  // eslint-disable-next-line @next/next/no-img-element -- its address exists only in this page
  return <img ref={useShownFile(image)} alt="" />;
}
