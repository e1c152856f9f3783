"use client";

import { ConversationSkeleton } from "#components/messenger/conversation/conversation-skeleton.tsx";
import classes from "#components/messenger/messenger.module.css";
import { RowsSkeleton } from "#components/ui/list-states.tsx";

/** The shape of the messenger: the list and, where there is room, the conversation beside it. */
export function MessengerSkeleton({ open }: { open: boolean }) {
  return (
    <div className={classes.root} data-open={open}>
      <div className={classes.list}>
        <div className={classes.searchRoom}>
          <span />
        </div>
        <RowsSkeleton rows={8} />
      </div>
      <div className={classes.conversation}>{open && <ConversationSkeleton />}</div>
    </div>
  );
}
