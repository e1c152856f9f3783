"use client";

import type { MouseEvent } from "react";
import { useMessageActions } from "#components/messenger/actions/message-actions-context.ts";
import { useLongPress } from "#components/messenger/message/use-long-press.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

type Row = HTMLLIElement;

/** Elements with a menu or an action of their own. */
const ownUse = "a, button, input, textarea, video, audio";

/**
 * Handlers for the row of a message: a right click and a long press open its menu, a double click beside its text (in
 * the text it selects a word) replies to it. Null: the message has no actions.
 */
export function useBubbleGestures(message: Message | null, onReply: (message: Message) => void) {
  const { openMenu } = useMessageActions();
  const press = useLongPress<Row>((row) => {
    if (!message) return;
    const { left, bottom } = row.getBoundingClientRect();
    openMenu(message, { x: left, y: bottom, opener: openerIn(row) });
  });
  if (!message) return {};
  return {
    ...press,
    onContextMenu: (event: MouseEvent<Row>) => {
      const { target, currentTarget: row, clientX: x, clientY: y } = event;
      // The browser's own menu is left on links and on selected text, where it is more useful; for touch there is the
      // long press.
      const isTouch = window.matchMedia("(hover: none)").matches;
      if (!isTouch && (isIn(target, "a[href], video, audio") || hasChosenText(row))) return;
      event.preventDefault();
      if (!isTouch) openMenu(message, { x, y, opener: openerIn(row) });
    },
    onDoubleClick: ({ target }: MouseEvent<Row>) => {
      if (isIn(target, `${ownUse}, [data-text]`)) return;
      window.getSelection()?.removeAllRanges();
      onReply(message);
    },
  };
}

function openerIn(row: Row): HTMLElement {
  return row.querySelector<HTMLElement>("[data-menu-button]") ?? row;
}

const isIn = (target: EventTarget, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

function hasChosenText(row: Row): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}
