"use client";

import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useDecideBlock } from "#components/blocks/use-decide-block.ts";
import { ActionItems } from "#components/ui/controls/action-items.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { usePendingBlock } from "#lib/blocks/use-change-block.ts";
import { isBlockedQuery } from "#lib/blocks/queries.ts";

interface BlockItemProps {
  person: Pick<Person, "id" | "fullname">;
  /** The blocked state, if the page knows it; otherwise it is fetched when the menu opens. */
  isShown: boolean;
  /** Moves the focus to an element that stays when the menu closes. */
  onChoose: () => void;
}

/** The item of a member's menu that blocks or unblocks them. */
export function BlockItem({ person, isShown, onChoose }: BlockItemProps) {
  const t = useTranslations("Blocks");
  const { data = false, isFetching } = useQuery({
    ...isBlockedQuery(useLocale(), person.id),
    enabled: !isShown,
    staleTime: 0, // another device may have changed it
  });
  const change = usePendingBlock(person.id);
  const { askAndBlock, unblock } = useDecideBlock();
  const isBlocked = !isShown && data;
  const action = isBlocked
    ? { label: t("unblock"), Icon: IconUserCheck, run: () => unblock(person.id) }
    : { label: t("block"), Icon: IconUserOff, danger: true, run: () => void askAndBlock(person) };
  return (
    <ActionItems
      actions={[{ ...action, disabled: isFetching || change !== null }]}
      onChoose={onChoose}
    />
  );
}
