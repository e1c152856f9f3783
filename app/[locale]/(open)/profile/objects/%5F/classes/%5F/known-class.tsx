"use client";

import { Button } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { ClassIsMine } from "./class-is-mine.tsx";
import classes from "./class-screen.module.css";
import { useChatsOfClass } from "./use-chats-of-class.ts";
import { SubjectMissing } from "#app/[locale]/(open)/profile/objects/%5F/subject-missing.tsx";
import { useTitle } from "#app/[locale]/(open)/profile/objects/%5F/use-title.ts";
import { useReportDialog } from "#app/[locale]/use-report-dialog.ts";
import { FriendshipRefresh } from "#app/[locale]/friendship-refresh.tsx";
import { PersonActions } from "#app/[locale]/profile/person-actions.tsx";
import { ClassChatCard } from "#components/classes/class-chat-card.tsx";
import { ClassBreadcrumbs, ClassHead } from "#components/classes/class-head.tsx";
import { ClassRoster, useChosenGroup } from "#components/classes/class-roster.tsx";
import { ClassStrip } from "#components/classes/class-strip.tsx";
import { useClassName } from "#components/classes/use-class-name.ts";
import { useGoToClassChat } from "#components/classes/use-go-to-class-chat.ts";
import { InviteButton } from "#components/invitations/invite-button.tsx";
import { ClassEvents } from "#components/events/class-events.tsx";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { SubjectHeadSkeleton } from "#components/ui/subject/subject-head-skeleton.tsx";
import { detailOf } from "#components/ui/lists/timeline.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { isNotFound } from "#lib/api/api-failure.ts";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import { classMembersQuery, classQuery } from "#lib/classes/queries.ts";
import type { ClassChat, ClassDetails } from "#lib/classes/schema.ts";

const facesStaleMs = 30_000;

/** The class as members see it. Visitors do not load it. */
export function KnownClass({ place }: { place: ClassAddress }) {
  return (
    <MantineFrame>
      <FriendshipRefresh />
      <WithRoster place={place} />
    </MantineFrame>
  );
}

function WithRoster({ place }: { place: ClassAddress }) {
  const t = useTranslations("Classes");
  const details = useQuery(classQuery(useLocale(), place));
  const { data, error } = details;
  const name = useClassName()(place.years);
  const group = useChosenGroup();
  const { report, dialog } = useReportDialog();
  useChatsOfClass(place, data);
  useTitle(data && t("title", { name, institution: data.object.name }), t("pageTitle"));
  if (isNotFound(error)) return <SubjectMissing kind="class" />;
  return (
    <div className={classes.page}>
      <div>
        {data ? (
          <ClassBreadcrumbs object={data.object} years={place.years} />
        ) : (
          <span className={classes.backRoom} />
        )}
        {data && <Head place={place} details={data} />}
        <NotLoaded query={details} skeleton={<SubjectHeadSkeleton />} inCard />
      </div>
      {/* Whatever made the class fail makes this fail, too: one failure says it. */}
      {(data !== undefined || !error) && (
        <ClassStrip objectId={place.objectId} current={place.key} />
      )}
      <div className={classes.columns} hidden={!data}>
        {data && (data.sees_events ?? (data.mine || data.chat?.joined === true)) && (
          <div className={classes.events}>
            <ClassEvents
              // The institution of the address may have been merged into this one, of which updates and links speak.
              objectId={data.object.id}
              classKey={place.key}
              next={data.next_event}
              rights={data.event_rights ?? { create: data.mine, manage: false }}
              onReport={({ id, title }) => report({ kind: "event", id, name: title })}
            />
          </div>
        )}
        <div className={classes.roster}>
          <ClassRoster
            place={place}
            details={data}
            renderActions={(member) => <PersonActions person={member} />}
          />
        </div>
        <div className={classes.chat}>
          {data && <ClassChatCard place={place} details={data} group={group} />}
        </div>
      </div>
      {dialog}
    </div>
  );
}

function Head({ place, details }: { place: ClassAddress; details: ClassDetails }) {
  const t = useTranslations("Classes");
  const roster = useInfiniteQuery({
    ...classMembersQuery(useLocale(), place, { group: "", q: "" }),
    // The list of the page may have loaded the same first, which else would be asked for twice.
    staleTime: facesStaleMs,
  });
  const group = useChosenGroup();
  const { object, total, friends, mine, chat } = details;
  return (
    <ClassHead
      object={object}
      years={place.years}
      detail={detailOf(
        t("people", { count: total }),
        friends > 0 ? t("friends", { count: friends }) : undefined,
      )}
      faces={roster.data?.pages[0]?.data ?? []}
      actions={
        <>
          {(mine || chat?.joined) && <ChatButton place={place} chat={chat} />}
          {mine && (
            <InviteButton
              kind="class"
              objectId={object.id}
              classKey={place.key}
              group={group || undefined}
            >
              {t("invite")}
            </InviteButton>
          )}
        </>
      }
    >
      <ClassIsMine place={place} mine={mine} />
    </ClassHead>
  );
}

/** Says what it does, as the card of the chat does: nobody is added by a press that only promises to show. */
function ChatButton({ place, chat }: { place: ClassAddress; chat: ClassChat | null }) {
  const t = useTranslations("Classes");
  const { open, isPending } = useGoToClassChat(place);
  const unread = chat?.unread ?? 0;
  return (
    <Button
      leftSection={<IconMessages size={18} stroke={1.8} aria-hidden="true" />}
      rightSection={unread > 0 && <CountBadge count={unread} />}
      aria-label={unread > 0 ? `${t("chat")}, ${t("unreadIn", { count: unread })}` : undefined}
      loading={isPending}
      onClick={() => open("")}
    >
      {t(chat?.joined ? "chat" : chat ? "joinChat" : "makeChat")}
    </Button>
  );
}
