"use client";

import { Button } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PersonActions } from "#app/[locale]/profile/person-actions.tsx";
import { Suggestions } from "#components/people/suggestions.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/list-states.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { educationsQuery } from "#lib/periods/queries.ts";
import { suggestionsQuery } from "#lib/people/queries.ts";
import { routes } from "#lib/routes.ts";

interface SuggestedProps {
  firstMax: number;
  title?: string;
  action?: ReactNode;
  /** Replaces the link to add an education. */
  whenNone?: ReactNode;
}

/** Suggestions for the member, or a link to add an education while too little is known to suggest anybody. */
export function Suggested(props: SuggestedProps) {
  return (
    <Suggestions
      whenNone={<EducationInvitation />}
      {...props}
      renderActions={(person) => <PersonActions person={person} />}
    />
  );
}

/** Whether the suggestions have their height; anything shown below them earlier would be pushed down. */
export function useSuggestedSettled(): boolean {
  const locale = useLocale();
  // The component that shows it does the fetching.
  const { data, isPending } = useQuery({ ...suggestionsQuery(locale), enabled: false });
  const own = useQuery(educationsQuery(locale, null));
  return !isPending && (data?.people.length !== 0 || !own.isPending);
}

function EducationInvitation() {
  const t = useTranslations("People");
  const { data: own } = useQuery(educationsQuery(useLocale(), null));
  if (own?.length !== 0) return null;
  return (
    <Card flush>
      <EmptyState
        Icon={IconSchool}
        title={t("tellEducation")}
        action={
          <Button component={RouteLink} route={routes.educationsSettings()} variant="light">
            {t("addEducation")}
          </Button>
        }
      />
    </Card>
  );
}
