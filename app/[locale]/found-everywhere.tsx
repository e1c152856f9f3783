"use client";

import { IconBuilding, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "./found-everywhere.module.css";
import { EmptyState, ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { FoundCount } from "#components/ui/lists/found-count.tsx";
import { InstitutionLine } from "#components/params/institution-line.tsx";
import { MarkedText } from "#components/ui/people/marked-text.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { institutionsQuery } from "#lib/institutions/queries.ts";
import { excerptOf } from "#lib/messenger/text/excerpt.ts";
import { messageSearchQuery } from "#lib/messenger/cache/search-queries.ts";
import { peopleSearchQuery } from "#lib/people/queries.ts";
import { type Route, routes } from "#lib/routes.ts";

const shownMax = { people: 5, institutions: 4, messages: 3 };

interface FoundEverywhereProps {
  q: string;
  /** Called after a choice. */
  onLeave: () => void;
}

/** The first of the people, institutions and messages that `q` finds, and, to a screen reader, how many these are. */
export function FoundEverywhere({ q, onLeave }: FoundEverywhereProps) {
  const found = useFound(q);
  const isKnown = !found.isFetching && !found.failure;
  return (
    <>
      <FoundCount count={isKnown ? found.count : undefined} />
      <FoundRows found={found} q={q} onLeave={onLeave} />
    </>
  );
}

function useFound(q: string) {
  const locale = useLocale();
  const people = useInfiniteQuery(peopleSearchQuery(locale, { q }));
  const institutions = useInfiniteQuery(institutionsQuery(locale, { q }));
  const messages = useInfiniteQuery(messageSearchQuery(q));
  const all = [people, institutions, messages];
  const isFetching = all.some((query) => query.isFetching);
  const failures = [useLoadFailure(people), useLoadFailure(institutions), useLoadFailure(messages)];
  const written = messages.data?.pages[0];
  const found = {
    people: people.data?.pages[0]?.data.slice(0, shownMax.people) ?? [],
    institutions: institutions.data?.pages[0]?.data.slice(0, shownMax.institutions) ?? [],
    areInstitutionsOfFormerWords: institutions.isPlaceholderData,
    messages: written?.data.slice(0, shownMax.messages) ?? [],
  };
  return {
    ...found,
    chats: written?.meta.chats ?? [],
    count: found.people.length + found.institutions.length + found.messages.length,
    isFetching,
    // A failure is shown once all three have answered, since another may have results; it stays while it is retried.
    failure: failures.find((failure) => failure && (!isFetching || failure.busy)) ?? null,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}

interface FoundRowsProps extends FoundEverywhereProps {
  found: ReturnType<typeof useFound>;
}

function FoundRows({ found, q, onLeave }: FoundRowsProps) {
  const t = useTranslations("Search");
  const { people, institutions, areInstitutionsOfFormerWords, messages, chats, count } = found;
  const { isFetching, failure, retry } = found;
  if (count === 0 && failure)
    return <ErrorState message={failure.message} busy={isFetching} onRetry={retry} />;
  if (count === 0 && isFetching) return <RowsSkeleton rows={3} />;
  if (count === 0) return <EmptyState Icon={IconSearch} title={t("nothing", { q })} />;
  return (
    <>
      <Group
        title={t("people")}
        all={{ route: routes.findPeople({ q }), label: t("allPeople") }}
        onLeave={onLeave}
      >
        {people.map((person) => (
          <Row
            key={person.id}
            route={routes.member(person.id)}
            picture={<PersonAvatar person={person} size={36} />}
            title={<MarkedText text={person.fullname} q={q} />}
            detail={person.education?.object.name ?? person.job?.company ?? ""}
            onLeave={onLeave}
          />
        ))}
      </Group>
      <Group title={t("institutions")} onLeave={onLeave}>
        {institutions.map(({ id, name, establishment, region }) => {
          const detail = `${establishment.name} · ${region.name}`;
          const lines = { name, detail, q, isOfFormerWords: areInstitutionsOfFormerWords };
          return (
            <Row
              key={id}
              route={routes.institution(id)}
              picture={
                <span className={classes.icon}>
                  <IconBuilding size={20} stroke={1.6} aria-hidden />
                </span>
              }
              title={<InstitutionLine {...lines} line="name" />}
              detail={<InstitutionLine {...lines} line="detail" />}
              onLeave={onLeave}
            />
          );
        })}
      </Group>
      <Group title={t("messages")} onLeave={onLeave}>
        {messages.map(({ chat_id, seq, author, text }) => {
          const chat = chats.find(({ id }) => id === chat_id);
          return (
            <Row
              key={`${chat_id} ${seq}`}
              route={routes.message(chat?.kind ?? "private", chat_id, seq)}
              picture={<PersonAvatar person={author} size={36} />}
              title={chat?.title ?? author.fullname}
              detail={<MarkedText text={excerptOf(text, q)} q={q} />}
              onLeave={onLeave}
            />
          );
        })}
      </Group>
      {failure && (
        <div className={classes.group}>
          <ErrorState message={failure.message} busy={isFetching} onRetry={retry} />
        </div>
      )}
    </>
  );
}

interface GroupProps {
  title: string;
  /** A link to all of them, if there are more. */
  all?: { route: Route; label: string };
  onLeave: () => void;
  children: ReactNode[];
}

/** A section of results; nothing is rendered without results. */
function Group({ title, all, onLeave, children }: GroupProps) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title} className={classes.group}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{title}</h2>
        {all && (
          <RouteLink route={all.route} className={classes.all} onClick={onLeave}>
            {all.label}
          </RouteLink>
        )}
      </div>
      <ul className={classes.rows}>{children}</ul>
    </section>
  );
}

interface RowProps {
  route: Route;
  picture: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  onLeave: () => void;
}

function Row({ route, picture, title, detail, onLeave }: RowProps) {
  return (
    <li>
      <RouteLink route={route} className={classes.row} onClick={onLeave}>
        {picture}
        <span className={classes.text}>
          <span className={classes.name}>{title}</span>
          <span className={classes.detail}>{detail}</span>
        </span>
      </RouteLink>
    </li>
  );
}
