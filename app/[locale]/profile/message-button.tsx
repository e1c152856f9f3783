"use client";

import { Button } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#app/[locale]/profile/message-button.module.css";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { isNotFound } from "#lib/api/api-failure.ts";
import type { Person } from "#lib/auth/schema.ts";
import { useOpenPrivateChat } from "#lib/messenger/use-open-private-chat.ts";
import { routes } from "#lib/routes.ts";

interface MessageButtonProps {
  person: Pick<Person, "id" | "fullname">;
  /** In a list the button is lower, and on a narrow screen an icon alone. */
  inList?: boolean;
}

/** Creates or finds the private chat with the person and opens it. */
export function MessageButton({ person, inList = false }: MessageButtonProps) {
  const t = useTranslations();
  const goTo = useGoTo();
  const { mutate, isPending } = useOpenPrivateChat();
  const open = () =>
    mutate(person.id, {
      onSuccess: (chat) => goTo(routes.chat("private", chat.id)),
      onError: (failure) => {
        // The server hides the person from a member who may not write to them.
        const refused = isNotFound(failure);
        showFailure(t("Site.failure"), refused ? t("Profile.cannotWrite") : failure.message);
      },
    });
  return (
    <Button
      className={inList ? classes.inList : undefined}
      variant={inList ? "light" : "filled"}
      title={t("Profile.message")}
      aria-label={`${t("Profile.message")}: ${person.fullname}`}
      leftSection={<IconMessage size={18} stroke={1.8} aria-hidden="true" />}
      loading={isPending}
      onClick={open}
    >
      <span className={classes.label}>{t("Profile.message")}</span>
    </Button>
  );
}
