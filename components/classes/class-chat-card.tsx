"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import classes from "#components/classes/class-chat-card.module.css";
import { useGoToClassChat } from "#components/classes/use-go-to-class-chat.ts";
import { Card } from "#components/ui/card.tsx";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import { useMemberIdIfAny } from "#lib/auth/use-member-id-if-any.ts";
import { useLeaveClassChat } from "#lib/classes/use-class-chat.ts";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import type { ClassChat, ClassDetails } from "#lib/classes/schema.ts";
import { formatShortMoment } from "#lib/i18n/format-date.ts";
import { useToday } from "#lib/i18n/use-today.ts";
import { studyGroupKey } from "#lib/members/study-group.ts";
import { useGivenName } from "#lib/members/use-given-name.ts";

interface ClassChatCardProps {
  place: ClassAddress;
  details: Pick<ClassDetails, "chat" | "groups" | "mine">;
  /** The chosen study group, whose chat the card then shows; empty for the whole class. */
  group: string;
}

/** The chat of a class or of a study group: members of the class make, join, open and leave it here. */
export function ClassChatCard({ place, details, group }: ClassChatCardProps) {
  const t = useTranslations("Classes");
  const { groups, mine } = details;
  const chosen = groups.find(({ name }) => studyGroupKey(name) === studyGroupKey(group));
  const { chat = null } = chosen ?? details;
  const title = chosen ? t("groupChat", { group: chosen.name }) : t("chat");
  const { open, isPending } = useGoToClassChat(place);
  const isIn = chat?.joined ?? false;
  const last = isIn ? (chat?.last_message ?? null) : null;
  const unread = chat?.unread ?? 0;
  const card = useRef<HTMLDivElement>(null);
  // Held here and not in the button, which is unmounted as soon as the class is fetched without the membership.
  const leaving = useLeaveClassChat(place);
  return (
    <Card
      as="section"
      ref={card}
      tabIndex={-1}
      aria-labelledby="class-chat"
      className={classes.card}
    >
      <h2 id="class-chat" className={classes.title}>
        {title} {chosen && <CountBadge count={unread} label={t("unreadIn", { count: unread })} />}
      </h2>
      {last ? (
        <LastWords message={last} />
      ) : (
        <p className={classes.text}>
          {isIn ? t("chatJoined") : !mine ? t("chatOutside") : t(chat ? "chatJoin" : "chatNone")}
          {chat && ` ${t("chatMembers", { count: chat.members_count })}.`}
        </p>
      )}
      {(mine || isIn) && (
        <div className={classes.actions}>
          <Button variant="light" loading={isPending} onClick={() => open(chosen?.name ?? "")}>
            {t(isIn ? "openChat" : chat ? "joinChat" : "makeChat")}
          </Button>
          {chat && isIn && (
            <LeaveButton
              leaving={leaving}
              chatId={chat.id}
              title={title}
              question={t(mine ? "leaveQuestion" : "leaveOutsideQuestion")}
              // The focus in the button would be lost.
              onLeft={() => card.current?.focus()}
            />
          )}
        </div>
      )}
    </Card>
  );
}

/** The last message of the chat: who wrote it, when, and its beginning. */
function LastWords({ message }: { message: NonNullable<ClassChat["last_message"]> }) {
  const t = useTranslations("Classes");
  const ownId = useMemberIdIfAny();
  const today = useToday();
  const givenNameOf = useGivenName();
  const { author, text, attachments, deleted, created_at } = message;
  const words = text.trim() || t("attachment", { count: attachments.length });
  return (
    <div className={classes.last}>
      <PersonAvatar person={author} size={32} />
      <div className={classes.words}>
        <p className={classes.when}>
          {author.id === ownId ? t("ownMessage") : givenNameOf(author.fullname)},{" "}
          <time dateTime={created_at}>{formatShortMoment(created_at, t("yesterday"), today)}</time>
        </p>
        <p className={classes.said}>{deleted ? t("deletedMessage") : words}</p>
      </div>
    </div>
  );
}

interface LeaveButtonProps {
  leaving: ReturnType<typeof useLeaveClassChat>;
  chatId: number;
  title: string;
  question: string;
  onLeft: () => void;
}

function LeaveButton({ leaving, chatId, title, question, onLeft }: LeaveButtonProps) {
  const t = useTranslations();
  const confirm = useConfirm();
  const { mutate, isPending } = leaving;
  const leave = async () => {
    if (!(await confirm(question))) return;
    mutate(chatId, {
      onSuccess: () => {
        showSuccess(title, t("Classes.chatLeft"));
        onLeft();
      },
      onError: (failure) => showFailure(t("Site.failure"), failure.message),
    });
  };
  return (
    <Button variant="default" loading={isPending} onClick={() => void leave()}>
      {t("Classes.leaveChat")}
    </Button>
  );
}
