"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ReasonLine } from "#components/ui/reason-line.tsx";
import classes from "#components/auth/ties.module.css";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import type { Tie } from "#lib/auth/tie-schema.ts";
import { readClassKey } from "#lib/members/class-key.ts";

const facesMax = 3;

/** The ties of a person with the reader. */
export function Ties({ ties }: { ties: readonly Tie[] }) {
  return ties.map((tie, index) => <TieLine key={index} tie={tie} />);
}

function TieLine({ tie }: { tie: Tie }) {
  const t = useTranslations("Ties");
  switch (tie.kind) {
    case "classmate":
      return <ReasonLine>{classmateText(tie)}</ReasonLine>;
    case "schoolmate":
      return <ReasonLine>{t("schoolmate", { name: tie.object.name })}</ReasonLine>;
    case "colleague":
      return <ReasonLine>{t("colleague", { company: tie.company })}</ReasonLine>;
    case "inviter":
    case "invited":
      return <ReasonLine>{t(tie.kind)}</ReasonLine>;
    case "mutual_friends":
      return <MutualFriends {...tie} />;
  }

  function classmateText({ object: { name }, class_key = "", group, ...years }: ClassmateTie) {
    const { start, end } = readClassKey(class_key) ?? {};
    if (end) {
      const year = String(end);
      return group ? t("ofGroup", { group, year, name }) : t("ofClass", { year, name });
    }
    if (start) {
      const year = String(start);
      return group ? t("ofGroupSince", { group, year, name }) : t("ofClassSince", { year, name });
    }
    return t("classmate", { years: yearsOf(years), name });
  }

  function yearsOf({ start, end }: { start: number; end: number | null }): string {
    if (end === null) return t("since", { start: String(start) });
    return start === end ? String(start) : t("years", { start: String(start), end: String(end) });
  }
}

type ClassmateTie = Extract<Tie, { kind: "classmate" }>;

type MutualFriendsTie = Extract<Tie, { kind: "mutual_friends" }>;

function MutualFriends({ count, friends }: MutualFriendsTie) {
  const t = useTranslations("Ties");
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
