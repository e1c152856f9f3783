"use client";

import { useTranslations } from "next-intl";
import { ActionsMenu } from "#components/ui/controls/actions-menu.tsx";
import classes from "#components/messenger/groups/group-panel.module.css";
import { useMemberActions } from "#components/messenger/groups/use-member-actions.ts";
import { MarkedText } from "#components/ui/people/marked-text.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { PresenceText } from "#components/ui/people/presence-text.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import type { GroupMember } from "#lib/messenger/contract/group-schema.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";

interface GroupMemberRowProps {
  chat: Chat;
  member: GroupMember;
  /** The words that found the member. */
  q: string;
  onLeft: () => void;
  /** Called before the member is removed, because the focus is in this row. */
  onRemove: () => void;
}

/** A member of the group, with a link to their profile and the actions on them. */
export function GroupMemberRow({ chat, member, q, ...leaving }: GroupMemberRowProps) {
  const t = useTranslations("Messenger");
  const own = useMember().id === member.person.id;
  const { person, role } = member;
  const { id, fullname, image } = person;
  return (
    <li className={classes.row}>
      <PersonAvatar person={own ? { id, fullname, image } : person} size={44} />
      <span className={classes.text}>
        {own ? (
          <span className={classes.name}>{t("you")}</span>
        ) : (
          <RouteLink route={routes.member(id)} className={classes.name}>
            <MarkedText text={fullname} q={q} />
          </RouteLink>
        )}
        {!own && (
          <span className={classes.detail}>
            <PresenceText person={person} />
          </span>
        )}
      </span>
      {role !== "member" && (
        <span className={classes.role}>{t(role === "owner" ? "groupOwner" : "groupAdmin")}</span>
      )}
      {!own && <MemberActions chat={chat} member={member} {...leaving} />}
    </li>
  );
}

function MemberActions(props: Omit<GroupMemberRowProps, "q">) {
  const t = useTranslations("Messenger");
  return (
    <ActionsMenu
      label={t("groupMemberMenu", { name: props.member.person.fullname })}
      className={classes.dots}
      width={230}
      floatingStrategy="fixed" // within the panel, where nothing cuts it off
      actions={useMemberActions(props)}
    />
  );
}
