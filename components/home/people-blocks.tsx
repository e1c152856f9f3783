"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useRef } from "react";
import { Ties } from "#components/auth/ties.tsx";
import { HomeBlock } from "#components/home/home-block.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import { ReasonLine } from "#components/ui/reason-line.tsx";
import type { HomeRequest, HomeSuggestion } from "#lib/home/schema.ts";
import { formatDate } from "#lib/i18n/format-date.ts";
import { routes } from "#lib/routes.ts";

interface RequestsBlockProps {
  requests: readonly HomeRequest[];
  /** How many are still to be answered, shown or not. */
  total: number;
  renderActions: (request: HomeRequest) => ReactNode;
}

/** Requests to answer in place. */
export function RequestsBlock({ requests, total, renderActions }: RequestsBlockProps) {
  const t = useTranslations();
  if (requests.length === 0) return null;
  return (
    <HomeBlock
      title={t("Today.requests")}
      count={total}
      more={{ text: t("Today.allRequests"), route: routes.friendRequests() }}
    >
      <PersonRows label={t("Today.requests")}>
        {requests.map((request) => (
          <PersonRow
            key={request.id}
            person={request}
            detail={
              request.ties.length > 0 ? (
                <Ties ties={request.ties} />
              ) : (
                <ReasonLine>
                  {t("Friends.requestOf", { date: formatDate(request.created_at) })}
                </ReasonLine>
              )
            }
          >
            {renderActions(request)}
          </PersonRow>
        ))}
      </PersonRows>
    </HomeBlock>
  );
}

interface SuggestionsBlockProps {
  suggestions: readonly HomeSuggestion[];
  /** `block` takes the focus of a row that will be removed. */
  renderActions: (suggestion: HomeSuggestion, block: RefObject<HTMLDivElement | null>) => ReactNode;
}

/** People whom the member may know, each with a reason. */
export function SuggestionsBlock({ suggestions, renderActions }: SuggestionsBlockProps) {
  const t = useTranslations("Today");
  const block = useRef<HTMLDivElement>(null);
  if (suggestions.length === 0) return null;
  return (
    <HomeBlock
      ref={block}
      title={t("suggestions")}
      more={{ text: t("allSuggestions"), route: routes.findPeople() }}
    >
      <PersonRows label={t("suggestions")}>
        {suggestions.map((person) => (
          <PersonRow key={person.id} person={person} detail={<Ties ties={person.reasons} />}>
            {renderActions(person, block)}
          </PersonRow>
        ))}
      </PersonRows>
    </HomeBlock>
  );
}
