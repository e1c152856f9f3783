"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "#components/blocks/blocked-writing.module.css";
import { useDecideBlock } from "#components/blocks/use-decide-block.ts";
import type { Person } from "#lib/auth/schema.ts";
import { usePendingBlock } from "#lib/blocks/use-change-block.ts";
import { blockStateQuery } from "#lib/blocks/queries.ts";

interface BlockedWritingProps {
  person: Pick<Person, "id">;
  /** The field to write to the other member. */
  children: ReactNode;
}

/**
 * Replaces the field while the member has blocked the other one, and while the other cannot be written to: because of a
 * block of theirs, which this does not reveal, or because the account is deleted.
 */
export function BlockedWriting({ person, children }: BlockedWritingProps) {
  const t = useTranslations("Blocks");
  const { data } = useQuery(blockStateQuery(useLocale(), person.id));
  const change = usePendingBlock(person.id);
  const isBlocked = data === "blocked" || change === "block";
  const isClosed = isBlocked || data === "absent";
  const place = useRef<HTMLDivElement>(null);
  const wasClosed = useRef(isClosed);
  useEffect(() => {
    // The button or the field that had the focus is unmounted.
    if (wasClosed.current !== isClosed && document.activeElement === document.body)
      place.current
        ?.querySelector<HTMLElement>(isClosed ? "[tabindex], button" : "textarea")
        ?.focus();
    wasClosed.current = isClosed;
  }, [isClosed]);
  return (
    <div ref={place}>
      {isBlocked && <Blocked id={person.id} change={change} />}
      {isClosed && !isBlocked && (
        <div className={classes.root} role="status" tabIndex={-1}>
          <p className={classes.text}>{t("cannotWrite")}</p>
        </div>
      )}
      {!isClosed && children}
    </div>
  );
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
