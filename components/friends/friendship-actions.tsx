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
import classes from "#components/friends/friendship-actions.module.css";
import { ActionItems } from "#components/ui/controls/action-items.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import type { Person } from "#lib/auth/schema.ts";
import { useChangeFriendship } from "#lib/friends/change-friendship.ts";
import type { FriendshipAction, FriendshipChange } from "#lib/friends/friendship-rules.ts";
import { type KnownStatus, useFriendshipStatus } from "#lib/friends/use-friendship-status.ts";

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
  /** Called after a decision, which may remove the row that holds these buttons. */
  onDecided?: () => void;
}

/** The buttons for each friendship status; nothing for the member themselves and for blocked persons. */
export function FriendshipActions({ person, known, onDecided }: FriendshipActionsProps) {
  const t = useTranslations("Friends");
  const status = useFriendshipStatus(person.id, known);
  const decide = useDecideFriendship();
  const actions = useRef<HTMLDivElement>(null);
  const expectNext = useFocusOfNext(actions, status);
  if (status === "self" || status === "blocked") return null;

  const press = async (event: MouseEvent<HTMLButtonElement>, action: FriendshipAction) => {
    // The first click changes the button under the pointer, so the second of a double click would revert it.
    if (event.detail > 1) return;
    event.currentTarget.focus();
    expectNext();
    await decide({ id: person.id, action, from: status }, person.fullname);
    onDecided?.();
  };
  const unfriend = async () => {
    expectNext();
    const change = { id: person.id, action: "delete", from: "friends" } as const;
    if (await decide(change, person.fullname)) onDecided?.();
  };
  return (
    <div ref={actions} className={classes.actions} data-decision data-status={status}>
      {status === "friends" && <FriendMenu person={person} onUnfriend={() => void unfriend()} />}
      {(status === "friends" ? [] : choices[status]).map((choice, index) => (
        <Button
          key={index} // The first button stays mounted and focused while the status changes.
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

/** Shows the friendship; unfriending stands in a menu, so that nobody presses it by accident. */
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
        <ActionItems
          actions={[{ label: t("unfriend"), Icon: IconUserMinus, danger: true, run: onUnfriend }]}
          onChoose={() => button.current?.focus()} // The confirmation returns the focus to it when it is declined.
        />
      </Menu.Dropdown>
    </Menu>
  );
}

/** A decision may replace the button that was pressed; then the first of the new buttons takes the focus. */
function useFocusOfNext(actions: RefObject<HTMLElement | null>, status: string): () => void {
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

/**
 * Carries out a decision about another member and shows its outcome as a toast (S-FAILURES). Asks for
 * confirmation only before a friendship ends. Resolves to false when the member declines.
 */
function useDecideFriendship(): (change: FriendshipChange, fullname: string) => Promise<boolean> {
  const t = useTranslations("Friends");
  const confirm = useConfirm();
  const { mutate } = useChangeFriendship(useOutcomeToasts({ each: true }));
  return async (change, fullname) => {
    const endsFriendship = change.action === "delete" && change.from === "friends";
    const question = t("unfriendQuestion", { name: fullname });
    if (endsFriendship && !(await confirm(question, { danger: true }))) return false;
    mutate(change);
    return true;
  };
}
