"use client";

import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Fragment, type ReactElement, type ReactNode, useState } from "react";
import { ActionItems, SheetActions } from "#components/ui/controls/action-items.tsx";
import { useMessageActions } from "#components/messenger/actions/message-actions-context.ts";
import {
  type OpenMenuProps,
  useMenuEntries,
} from "#components/messenger/actions/use-menu-entries.ts";
import classes from "#components/messenger/actions/message-menu.module.css";
import {
  MenuAnchor,
  type MenuPlace,
  PlacedMenu,
} from "#components/messenger/actions/placed-menu.tsx";
import { EmojiPicker } from "#components/messenger/emoji/emoji-picker.tsx";
import { useReactorNames } from "#components/messenger/message/use-reactor-names.ts";
import { BottomSheet, SheetScroll } from "#components/ui/overlays/bottom-sheet.tsx";
import { floating } from "#components/ui/overlays/floating.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { provideFloating } from "#components/ui/overlays/use-floating.tsx";
import { useHasPointer } from "#components/ui/overlays/use-has-pointer.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import { ownReaction, quickEmoji } from "#lib/messenger/emoji/reactions.ts";

provideFloating(floating);

interface MessageMenuProps {
  chat: Chat;
  message: Message;
  place: MenuPlace;
  onClose: () => void;
}

/** The actions on a message: a menu at the pointer, on a phone a bottom sheet. */
export function MessageMenu({ chat, message, place, onClose }: MessageMenuProps) {
  const hasPointer = useHasPointer();
  const actions = useMenuEntries(chat, message);
  const { react } = useMessageActions();
  const leave = () => {
    onClose();
    place.opener.focus({ preventScroll: true });
  };
  const onReact = (emoji: string) => {
    leave();
    react(message, emoji);
  };
  const menu = { message, actions, onReact, onClose: leave };
  return hasPointer ? <PlacedMessageMenu {...menu} place={place} /> : <MessageSheet {...menu} />;
}

function PlacedMessageMenu({
  message,
  actions,
  onReact,
  onClose,
  place,
}: OpenMenuProps & { place: MenuPlace }) {
  const t = useTranslations("MessageMenu");
  const [picking, setPicking] = useState(false);
  if (picking)
    return (
      <Popover
        opened
        trapFocus
        returnFocus={false}
        width={364}
        onChange={onClose}
        onClose={onClose}
      >
        <Popover.Target>
          <MenuAnchor place={place} aria-label={t("title")} />
        </Popover.Target>
        <Popover.Dropdown aria-label={t("allReactions")} className={classes.picker}>
          <EmojiPicker onPick={onReact} />
        </Popover.Dropdown>
      </Popover>
    );
  return (
    <PlacedMenu place={place} label={t("title")} widthPx={268} onClose={onClose}>
      <QuickReactions
        message={message}
        onReact={onReact}
        onMore={() => setPicking(true)}
        render={(button) => <Menu.Item {...button} closeMenuOnClick={false} />}
      />
      <MessageReactors message={message} isInMenu />
      <Menu.Divider />
      <ActionItems actions={actions} onChoose={onClose} />
    </PlacedMenu>
  );
}

function MessageSheet({ message, actions, onReact, onClose }: OpenMenuProps) {
  const t = useTranslations("MessageMenu");
  const [picking, setPicking] = useState(false);
  return (
    <BottomSheet opened onClose={onClose} title={t("title")} size="auto">
      <SheetScroll>
        {picking ? (
          <div ref={takeFocus} tabIndex={-1} className={classes.sheetPicker}>
            <EmojiPicker onPick={onReact} />
          </div>
        ) : (
          <>
            <QuickReactions
              message={message}
              onReact={onReact}
              onMore={() => setPicking(true)}
              render={(button) => <button type="button" {...button} />}
            />
            <MessageReactors message={message} />
            <div className={classes.below}>
              <SheetActions actions={actions} onChoose={onClose} />
            </div>
          </>
        )}
      </SheetScroll>
    </BottomSheet>
  );
}

/** The pressed button is unmounted. The first field inside would open the keyboard. */
const takeFocus = (picker: HTMLElement | null) => picker?.focus();

interface MessageReactorsProps {
  message: Message;
  isInMenu?: boolean;
}

/** Names the members who chose each reaction, for readers who cannot point at it. */
function MessageReactors({ message, isInMenu = false }: MessageReactorsProps) {
  const { chat_id, reactions } = message;
  const t = useTranslations("Bubble");
  const namesOf = useReactorNames(chat_id);
  if (reactions.length === 0) return null;
  const Row = isInMenu ? "div" : "li";
  const rows = reactions.map(({ emoji, user_ids }) => (
    <Row key={emoji} className={classes.reactor}>
      <span className={classes.reactorEmoji}>{emoji}</span>
      {namesOf(user_ids)}
    </Row>
  ));
  // A menu may contain items and text, but no list. It scrolls as a whole, because its items alone get the focus.
  if (isInMenu) return <div className={classes.reactorsInMenu}>{rows}</div>;
  return (
    <ul className={classes.reactors} aria-label={t("reactions")}>
      {rows}
    </ul>
  );
}

interface ReactionButton {
  className: string | undefined;
  "aria-label": string;
  "data-own": boolean | undefined;
  onClick: () => void;
  children: ReactNode;
}

interface QuickReactionsProps {
  message: Message;
  onReact: (emoji: string) => void;
  /** Opens all emoji. */
  onMore: () => void;
  /** A button inside a sheet, an item inside a menu. */
  render: (button: ReactionButton) => ReactElement;
}

/** The most frequent reactions in a row. The member's own is marked, and choosing it again removes it. */
function QuickReactions({ message, onReact, onMore, render }: QuickReactionsProps) {
  const t = useTranslations("MessageMenu");
  const own = ownReaction(message, useMember().id);
  return (
    <div className={classes.reactions} role="group" aria-label={t("reactions")}>
      {quickEmoji.map((emoji) => (
        <Fragment key={emoji}>
          {render({
            className: classes.reaction,
            "aria-label": t(emoji === own ? "takeBack" : "react", { emoji }),
            "data-own": emoji === own || undefined,
            onClick: () => onReact(emoji),
            children: emoji,
          })}
        </Fragment>
      ))}
      {render({
        className: classes.reaction,
        "aria-label": t("allReactions"),
        "data-own": undefined,
        onClick: onMore,
        children: <IconChevronDown size={20} stroke={1.8} aria-hidden="true" />,
      })}
    </div>
  );
}
