"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ReasonLine } from "#components/people/reason-line.tsx";
import classes from "#components/people/suggestions.module.css";
import { useYearsText } from "#components/people/use-years-text.ts";
import { PersonAvatar } from "#components/ui/person-avatar.tsx";
import type { SuggestionReason } from "#lib/people/schema.ts";

const facesMax = 3;

/** Why somebody is suggested. */
export function SuggestionReasons({ reasons }: { reasons: readonly SuggestionReason[] }) {
  return reasons.map((reason, index) => <Reason key={index} reason={reason} />);
}

function Reason({ reason }: { reason: SuggestionReason }) {
  const t = useTranslations("People");
  const yearsText = useYearsText();
  switch (reason.kind) {
    case "classmate":
      return (
        <ReasonLine>
          {t("studiedTogether", { years: yearsText(reason), name: reason.object.name })}
        </ReasonLine>
      );
    case "colleague":
      return <ReasonLine>{t("workedTogether", { company: reason.company })}</ReasonLine>;
    case "mutual_friends":
      return <MutualFriends {...reason} />;
  }
}

type MutualFriendsReason = Extract<SuggestionReason, { kind: "mutual_friends" }>;

function MutualFriends({ count, friends }: MutualFriendsReason) {
  const t = useTranslations("People");
  const shown = friends.slice(0, facesMax);
  const names = shown.map(({ fullname }) => fullname).join(", ");
  return (
    <span className={classes.mutual} title={names}>
      <span className={classes.faces}>
        {shown.map(({ id, fullname, image }) => (
          <span key={id} className={classes.face}>
            <PersonAvatar person={{ id, fullname, image }} size={20} />
          </span>
        ))}
      </span>
      {t("mutualFriends", { count })}
      {names && <VisuallyHidden>: {names}</VisuallyHidden>}
    </span>
  );
}
