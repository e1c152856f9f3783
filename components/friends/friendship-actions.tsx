"use client";

import { Button, type ButtonVariant } from "@mantine/core";
import {
  type Icon,
  IconCheck,
  IconUserMinus,
  IconUserPlus,
  IconUserX,
  IconX,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { useDecideFriendship } from "#components/friends/decide-friendship.ts";
import classes from "#components/friends/friendship-actions.module.css";
import type { Person } from "#lib/auth/schema.ts";
import type { FriendshipAction } from "#lib/friends/friendship-rules.ts";
import { type KnownStatus, useFriendshipStatus } from "#lib/friends/friendship-status.ts";

interface Choice {
  action: FriendshipAction;
  label: "add" | "cancelRequest" | "accept" | "reject" | "unfriend";
  icon: Icon;
  variant: ButtonVariant;
}

const choices: Record<"none" | "outgoing" | "incoming" | "friends", [Choice, ...Choice[]]> = {
  none: [{ action: "add", label: "add", icon: IconUserPlus, variant: "light" }],
  outgoing: [{ action: "delete", label: "cancelRequest", icon: IconUserX, variant: "default" }],
  incoming: [
    { action: "accept", label: "accept", icon: IconCheck, variant: "filled" },
    { action: "delete", label: "reject", icon: IconX, variant: "default" },
  ],
  friends: [{ action: "delete", label: "unfriend", icon: IconUserMinus, variant: "default" }],
};

interface FriendshipActionsProps {
  person: Pick<Person, "id" | "fullname">;
  known: KnownStatus;
  /** The member has decided: the row that holds these buttons may be about to go. */
  onDecided?: () => void;
}

/** What the member may do about another one, for every status; nothing for oneself and the blocked. */
export function FriendshipActions({ person, known, onDecided }: FriendshipActionsProps) {
  const t = useTranslations("Friends");
  const status = useFriendshipStatus(person.id, known);
  const decide = useDecideFriendship();
  if (status === "self" || status === "blocked") return null;

  const press = async (event: MouseEvent<HTMLButtonElement>, action: FriendshipAction) => {
    // The second click of a double click would undo the first: the button has changed under the pointer.
    if (event.detail > 1) return;
    const button = event.currentTarget;
    const decided = await decide({ id: person.id, action, from: status }, person.fullname);
    button.focus(); // which a question may have taken
    if (decided) onDecided?.();
  };
  return (
    <div className={classes.actions} data-decision data-status={status}>
      {choices[status].map((choice, index) => (
        <Button
          key={index} // The first button stays in place, and keeps the focus, as the status changes.
          className={classes.button}
          variant={choice.variant}
          title={t(choice.label)}
          aria-label={`${t(choice.label)}: ${person.fullname}`}
          leftSection={<choice.icon size={18} stroke={1.8} aria-hidden />}
          onClick={(event) => void press(event, choice.action)}
        >
          <span className={classes.label}>{t(choice.label)}</span>
        </Button>
      ))}
    </div>
  );
}
