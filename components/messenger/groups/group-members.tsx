"use client";

import { IconUserPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { GroupAdding } from "#components/messenger/group-adding.tsx";
import { GroupMemberRow } from "#components/messenger/groups/group-member-row.tsx";
import classes from "#components/messenger/groups/group-panel.module.css";
import { ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/load-more.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";
import { membersOf, membersQuery } from "#lib/messenger/group-members.ts";
import { mayManage } from "#lib/messenger/group-rights.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** Fewer are seen at a glance. */
const searchedFrom = 8;

/** Who is in the group; `onLeft` is called before one goes elsewhere. */
export function GroupMembers({ chat, onLeft }: { chat: Chat; onLeft: () => void }) {
  const t = useTranslations("Messenger");
  const { search, setSearch, q } = useSearchWords();
  const [adding, setAdding] = useState(false);
  const query = useInfiniteQuery({
    ...membersQuery(chat.id, q),
    placeholderData: keepPreviousData,
  });
  const members = query.data && membersOf(query.data);
  return (
    <section className={classes.members} aria-label={t("newGroupMembers")}>
      {mayManage(chat.role) && (
        <button type="button" className={classes.add} onClick={() => setAdding(true)}>
          <span className={classes.addIcon} aria-hidden="true">
            <IconUserPlus size={22} stroke={1.6} />
          </span>
          {t("groupAdd")}
        </button>
      )}
      {adding && <GroupAdding chat={chat} onClose={() => setAdding(false)} />}
      {(chat.members_count >= searchedFrom || search !== "") && (
        <div className={classes.search}>
          <SearchField
            label={t("groupSearch")}
            clearLabel={t("clearSearch")}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      {query.isPending && <RowsSkeleton rows={4} />}
      {!members && query.error && (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {members?.length === 0 && <p className={classes.nobody}>{t("groupNobody")}</p>}
      <ul className={classes.rows} aria-label={t("newGroupMembers")}>
        {members?.map((member) => (
          <GroupMemberRow key={member.person.id} chat={chat} member={member} onLeft={onLeft} />
        ))}
      </ul>
      <LoadMore {...moreOf(query)} label={t("showMore")} retryLabel={t("retry")} />
    </section>
  );
}
