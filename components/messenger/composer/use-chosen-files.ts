import { useMemo } from "react";
import type { ChosenAndRefused } from "#lib/messenger/attachments/chosen-board.ts";
import { useChosenBoard, useChosenIn } from "#lib/messenger/outbox/outbox-context.tsx";

export interface ChosenFiles extends ChosenAndRefused {
  add: (files: readonly File[]) => void;
  remove: (attachmentId: string) => void;
  forgetRefused: () => void;
  /** Called once they are sent. */
  clear: () => void;
}

/** The files that go out with the next message of the chat. The same object until they change. */
export function useChosenFiles(chatId: number): ChosenFiles {
  const board = useChosenBoard();
  const chosen = useChosenIn(chatId);
  const actions = useMemo(
    () => ({
      add: (given: readonly File[]) => void board.add(chatId, given),
      remove: (attachmentId: string) => board.remove(chatId, attachmentId),
      forgetRefused: () => board.forgetRefused(chatId),
      clear: () => board.clear(chatId),
    }),
    [board, chatId],
  );
  return useMemo(() => ({ ...chosen, ...actions }), [chosen, actions]);
}
