"use client";

import { Button } from "@mantine/core";
import { IconMoodSmile } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import classes from "./member-home.module.css";
import { useHomeRefresh } from "./use-home-refresh.ts";
import { useStandingRequests } from "./use-standing-requests.ts";
import { HomeSkeleton } from "#app/[locale]/site/(home)/home-skeleton.tsx";
import { FriendshipActions } from "#components/friends/friendship-actions.tsx";
import { InviteButton } from "#components/invitations/invite-button.tsx";
import { ClassNewsBlock, InviteBlock } from "#components/home/class-blocks.tsx";
import { ComingBlock, comingRowsMax } from "#components/home/coming-block.tsx";
import { MissingBlock } from "#components/home/missing-block.tsx";
import { RequestsBlock, SuggestionsBlock } from "#components/home/people-blocks.tsx";
import { UnreadBlock } from "#components/home/unread-block.tsx";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import { Card } from "#components/ui/card.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { EmptyState, ErrorCard } from "#components/ui/list-states.tsx";
import type { AsOf } from "#lib/api/as-of.ts";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { homeQuery } from "#lib/home/queries.ts";
import type { Home } from "#lib/home/schema.ts";
import { routes } from "#lib/routes.ts";

interface MemberHomeProps {
  /** Rendered together with the blocks above it, which would otherwise move it. */
  catalogue: ReactNode;
}

/** What is new for a member (D-HOME). Loaded for members alone. */
export function MemberHome({ catalogue }: MemberHomeProps) {
  const t = useTranslations("Today");
  const { name } = useMember();
  const query = useQuery(homeQuery(useLocale()));
  const { data } = query;
  const failure = useLoadFailure(query);
  useHomeRefresh();
  if (!data && !failure) return <HomeSkeleton />;
  return (
    <>
      <MantineFrame>
        <div className={classes.greeting}>
          <h1 className={classes.title}>{t("greeting", { name })}</h1>
          {data && <Blocks home={data} />}
          {failure && <ErrorCard {...failure} />}
        </div>
      </MantineFrame>
      {catalogue}
    </>
  );
}

/**
 * Blocks are in the order of the specification, for the eye and for the keyboard alike, in one column or in two. Each
 * block is assigned to a column once, so that none moves aside when another grows.
 */
function Blocks({ home }: { home: AsOf<Home> }) {
  const { requestedAt } = home;
  const t = useTranslations("Today");
  const [inFirst] = useState(() => countInFirstColumn(heightsOf(home)));
  const { all, onDecided } = useFocusAfterDecision(home);
  const { shown, left, knownAt, decide } = useStandingRequests(home);
  const blocks = [
    <RequestsBlock
      key="requests"
      requests={shown}
      total={left}
      renderActions={(request) => (
        <FriendshipActions
          person={request}
          known={{ status: "incoming", requestedAt: knownAt(request) }}
          onDecided={() => {
            holdHeightOfRow();
            decide(request);
            onDecided();
          }}
        />
      )}
    />,
    <UnreadBlock key="unread" chats={home.chats} total={home.unread_total} />,
    <ComingBlock key="coming" coming={home.coming} />,
    home.class_news.map((news) => (
      <ClassNewsBlock key={`${news.object.id} ${news.key}`} news={news} />
    )),
    <SuggestionsBlock
      key="suggestions"
      suggestions={home.suggestions}
      renderActions={(person, block) => (
        <FriendshipActions
          person={person}
          known={{ status: person.status, requestedAt }}
          onDecided={() => onDecided(block)}
        />
      )}
    />,
    <InviteBlock
      key="invite"
      invite={home.invite}
      renderInvite={({ object, key }) => (
        <InviteButton kind="class" objectId={object.id} classKey={key} variant="filled">
          {t("inviteOthers")}
        </InviteButton>
      )}
    />,
    <MissingBlock key="missing" missing={home.missing} />,
    isQuiet(home) && shown.length === 0 && <Quiet key="quiet" />,
  ];
  return (
    <div ref={all} tabIndex={-1} className={classes.blocks}>
      <div className={classes.column}>{blocks.slice(0, inFirst)}</div>
      <div className={classes.column}>{blocks.slice(inFirst)}</div>
    </div>
  );
}

/** An answered request needs less room than its two buttons, which its row leaves free, so that nothing moves up. */
function holdHeightOfRow(): void {
  const row = document.activeElement?.closest("li");
  if (row) row.style.minHeight = `${row.getBoundingClientRect().height}px`;
}

/**
 * A decision removes its row at the next refetch, and with the last row its block. So that the focus is not lost with
 * them, it moves to the block at once, where that is given, and to all blocks once what had it is gone.
 */
function useFocusAfterDecision(home: Home) {
  const all = useRef<HTMLDivElement>(null);
  const isDecided = useRef(false);
  useEffect(() => {
    if (!isDecided.current || document.activeElement !== document.body) return;
    isDecided.current = false;
    all.current?.focus({ preventScroll: true });
  }, [home]);
  const onDecided = (block?: RefObject<HTMLDivElement | null>) => {
    isDecided.current = true;
    block?.current?.focus({ preventScroll: true });
  };
  return { all, onDecided };
}

/** About how high the blocks are, in rows, in their order; 0 where one is absent. */
function heightsOf(home: Home): number[] {
  const { requests, chats, coming, class_news, suggestions, invite, missing } = home;
  const withHead = (rows: number) => (rows > 0 ? rows + 1 : 0);
  return [
    withHead(requests.length),
    withHead(chats.length),
    withHead(Math.min(coming.length, comingRowsMax)),
    class_news.length * 3,
    withHead(suggestions.length),
    invite ? 3 : 0,
    withHead(missing.length),
  ];
}

/** How many of the blocks stand in the first of two columns, so that both are about as high. */
function countInFirstColumn(heights: readonly number[]): number {
  const sum = (part: readonly number[]) => part.reduce((total, height) => total + height, 0);
  const higherOf = (count: number) =>
    Math.max(sum(heights.slice(0, count)), sum(heights.slice(count)));
  return heights.reduce((best, _, at) => (higherOf(at + 1) < higherOf(best) ? at + 1 : best), 0);
}

const isQuiet = ({ requests, chats, coming, class_news, suggestions, invite, missing }: Home) =>
  invite === null &&
  [requests, chats, coming, class_news, suggestions, missing].every((block) => block.length === 0);

function Quiet() {
  const t = useTranslations("Today");
  return (
    <Card flush>
      <EmptyState
        Icon={IconMoodSmile}
        title={t("quiet")}
        action={
          <Button component={RouteLink} route={routes.findPeople()} variant="default">
            {t("findPeople")}
          </Button>
        }
      />
    </Card>
  );
}
