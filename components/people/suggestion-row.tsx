"use client";

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/people/suggestions.module.css";
import { Ties } from "#components/auth/ties.tsx";
import { PersonRow } from "#components/ui/people/person-row.tsx";
import type { Suggestion } from "#lib/people/schema.ts";

interface SuggestionRowProps {
  person: Suggestion;
  onDismiss: (person: Suggestion) => void;
  /** What can be done about them beside. */
  children: ReactNode;
}

export function SuggestionRow({ person, onDismiss, children }: SuggestionRowProps) {
  const t = useTranslations("People");
  return (
    <PersonRow person={person} detail={<Ties ties={person.reasons} />}>
      {children}
      <ActionIcon
        className={classes.dismiss}
        title={t("dismiss")}
        aria-label={`${t("dismiss")}: ${person.fullname}`}
        onClick={() => onDismiss(person)}
      >
        <IconX size={18} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </PersonRow>
  );
}
