"use client";

import { Button, type ButtonVariant } from "@mantine/core";
import {
  type Icon,
  IconCheck,
  IconChevronDown,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconUserX,
  IconX,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { useDecideFriendship } from "#components/friends/decide-friendship.ts";
import classes from "#components/friends/friendship-actions.module.css";
import { Menu } from "#components/ui/overlays/menu.tsx";
import type { Person } from "#lib/auth/schema.ts";
import type { FriendshipAction } from "#lib/friends/friendship-rules.ts";
import { type KnownStatus, useFriendshipStatus } from "#lib/friends/friendship-status.ts";

interface Choice {
  action: FriendshipAction;
  label: "add" | "cancelRequest" | "accept" | "reject";
  icon: Icon;
  variant: ButtonVariant;
}

const choices: Record<"none" | "outgoing" | "incoming", [Choice, ...Choice[]]> = {
  none: [{ action: "add", label: "add", icon: IconUserPlus, variant: "light" }],
  outgoing: [{ action: "delete", label: "cancelRequest", icon: IconUserX, variant: "default" }],
  incoming: [
    { action: "accept", label: "accept", icon: IconCheck, variant: "filled" },
    { action: "delete", label: "reject", icon: IconX, variant: "default" },
  ],
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
  const actions = useRef<HTMLDivElement>(null);
  const keepFocus = useFocusKept(actions, status);
  if (status === "self" || status === "blocked") return null;

  const press = async (event: MouseEvent<HTMLButtonElement>, action: FriendshipAction) => {
    // The second click of a double click would undo the first: the button has changed under the pointer.
    if (event.detail > 1) return;
    event.currentTarget.focus();
    keepFocus();
    await decide({ id: person.id, action, from: status }, person.fullname);
    onDecided?.();
  };
  const unfriend = async () => {
    keepFocus();
    const change = { id: person.id, action: "delete", from: "friends" } as const;
    if (await decide(change, person.fullname)) onDecided?.();
  };
  return (
    <div ref={actions} className={classes.actions} data-decision data-status={status}>
      {status === "friends" && <FriendMenu person={person} onUnfriend={() => void unfriend()} />}
      {(status === "friends" ? [] : choices[status]).map((choice, index) => (
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

interface FriendMenuProps {
  person: Pick<Person, "fullname">;
  onUnfriend: () => void;
}

/** Says that the two are friends; the end of it is one step away, so that nobody presses it in passing. */
function FriendMenu({ person, onUnfriend }: FriendMenuProps) {
  const t = useTranslations("Friends");
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button
          ref={button}
          className={classes.button}
          variant="default"
          title={t("isFriend")}
          aria-label={`${t("isFriend")}: ${person.fullname}`}
          leftSection={<IconUserCheck size={18} stroke={1.8} aria-hidden />}
          rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}
        >
          <span className={classes.label}>{t("isFriend")}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUserMinus size={18} stroke={1.6} aria-hidden />}
          onClick={() => {
            button.current?.focus(); // A question that is declined gives the focus back to it.
            onUnfriend();
          }}
        >
          {t("unfriend")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A decision may replace the button that took it: the first of the new ones has the focus then. */
function useFocusKept(actions: RefObject<HTMLElement | null>, status: string): () => void {
  const isDue = useRef(false);
  useEffect(() => {
    if (isDue.current && document.activeElement === document.body)
      actions.current?.querySelector("button")?.focus();
    isDue.current = false;
  }, [actions, status]);
  return () => {
    isDue.current = true;
  };
}
