"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "#components/blocks/blocked-writing.module.css";
import { useDecideBlock } from "#components/blocks/use-decide-block.ts";
import type { Person } from "#lib/auth/schema.ts";
import { usePendingBlock } from "#lib/blocks/use-change-block.ts";
import { isBlockedQuery } from "#lib/blocks/queries.ts";

interface BlockedWritingProps {
  person: Pick<Person, "id">;
  /** The field to write to the other member. */
  children: ReactNode;
}

/** Replaces the field while the member has blocked the other one. */
export function BlockedWriting({ person, children }: BlockedWritingProps) {
  const { data } = useQuery(isBlockedQuery(useLocale(), person.id));
  const change = usePendingBlock(person.id);
  const isBlocked = data === true || change === "block";
  const place = useRef<HTMLDivElement>(null);
  const wasBlocked = useRef(isBlocked);
  useEffect(() => {
    // The button that had the focus is unmounted.
    if (wasBlocked.current && !isBlocked && document.activeElement === document.body)
      place.current?.querySelector("textarea")?.focus();
    wasBlocked.current = isBlocked;
  }, [isBlocked]);
  return <div ref={place}>{isBlocked ? <Blocked id={person.id} change={change} /> : children}</div>;
}

interface BlockedProps {
  id: number;
  change: "block" | "unblock" | null;
}

function Blocked({ id, change }: BlockedProps) {
  const t = useTranslations("Blocks");
  const { unblock } = useDecideBlock();
  return (
    <div className={classes.root}>
      <p className={classes.text}>{t("blockedMember")}</p>
      <Button
        variant="default"
        loading={change === "unblock"}
        disabled={change === "block"}
        onClick={() => unblock(id)}
      >
        {t("unblock")}
      </Button>
    </div>
  );
}
