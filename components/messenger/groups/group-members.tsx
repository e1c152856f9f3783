"use client";

import { Button, Loader } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ChosenFriends, useChosen } from "#components/messenger/groups/chosen-friends.tsx";
import { FriendChoice } from "#components/messenger/groups/friend-choice.tsx";
import { GroupMemberRow } from "#components/messenger/groups/group-member-row.tsx";
import classes from "#components/messenger/groups/group-panel.module.css";
import { InviteRow } from "#components/messenger/groups/invite-row.tsx";
import { DialogFoot, MessengerDialog } from "#components/messenger/groups/messenger-dialog.tsx";
import { useGroupChange } from "#components/messenger/groups/use-group-change.ts";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";
import { NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { FoundCount } from "#components/ui/lists/found-count.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { membersOf, membersQuery } from "#lib/messenger/cache/members-query.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { mayAdd } from "#lib/messenger/group-rights.ts";

/** The list has a search field from this many members on. */
const searchedFrom = 8;

/** The members of the group; `onLeft` is called before the member navigates away. */
export function GroupMembers({ chat, onLeft }: { chat: Chat; onLeft: () => void }) {
  const t = useTranslations("Messenger");
  const { search, setSearch, q } = useSearchWords();
  const [adding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery({
    ...membersQuery(chat.id, q),
    placeholderData: keepPreviousData,
  });
  const failure = useLoadFailure(query);
  const members = failure ? undefined : query.data && membersOf(query.data);
  return (
    <section className={classes.members} aria-label={t("newGroupMembers")}>
      {mayAdd(chat) && (
        <button type="button" className={classes.add} onClick={() => setAdding(true)}>
          <span className={classes.addIcon} aria-hidden="true">
            <IconUserPlus size={22} stroke={1.6} />
          </span>
          {t("groupAdd")}
        </button>
      )}
      <InviteRow chat={chat} />
      {adding && <GroupAdding chat={chat} onClose={() => setAdding(false)} />}
      {(chat.members_count >= searchedFrom || search !== "") && (
        <div className={classes.search}>
          <SearchField label={t("groupSearch")} value={search} onChange={setSearch} />
        </div>
      )}
      <FoundCount count={q === "" || query.isPlaceholderData ? undefined : members?.length} />
      <NotLoaded query={query} skeleton={<RowsSkeleton rows={4} />} />
      {members?.length === 0 && <p className={classes.nobody}>{t("groupNobody")}</p>}
      <ul ref={list} tabIndex={-1} className={classes.rows} aria-label={t("newGroupMembers")}>
        {members?.map((member) => (
          <GroupMemberRow
            key={member.person.id}
            chat={chat}
            member={member}
            q={q}
            onLeft={onLeft}
            onRemove={() => list.current?.focus()}
          />
        ))}
      </ul>
      <LoadMore {...moreOf(query)} />
    </section>
  );
}

/**
 * Adds friends to the group. The list may offer a friend who is in the group already but is not loaded here; the server
 * then changes nothing.
 */
function GroupAdding({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const t = useTranslations("Messenger");
  const { data } = useInfiniteQuery(membersQuery(chat.id));
  const { chosen, toggle } = useChosen();
  const { change, isPending } = useGroupChange(chat.id);
  const inGroup = new Set(data ? membersOf(data).map(({ person }) => person.id) : []);
  return (
    <MessengerDialog title={t("groupAdd")} onClose={onClose}>
      <FriendChoice chosen={new Set(chosen.keys())} onChoose={toggle} without={inGroup}>
        <ChosenFriends chosen={chosen} onRemove={toggle} />
      </FriendChoice>
      <DialogFoot>
        <Button
          fullWidth
          disabled={chosen.size === 0}
          aria-busy={isPending}
          leftSection={isPending && <Loader size={16} />}
          onClick={() => {
            const add = [...chosen.keys()];
            if (!isPending) change({ what: "members", add }, { onSuccess: onClose });
          }}
        >
          {t("groupAddChosen")}
        </Button>
      </DialogFoot>
    </MessengerDialog>
  );
}
