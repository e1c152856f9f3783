"use client";

import { Button } from "@mantine/core";
import { IconUserOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import classes from "#components/blocks/blocked-member.module.css";
import { useDecideBlock } from "#components/blocks/use-decide-block.ts";
import { Card } from "#components/ui/card.tsx";
import { useBlockedPeople } from "#lib/blocks/use-blocked-people.ts";
import { usePendingBlock } from "#lib/blocks/use-change-block.ts";

interface BlockedMemberProps {
  id: number;
  /** The name if the page knows it; otherwise it may be in the list of blocked members. */
  fullname: string | undefined;
}

/** Replaces the page of a member whom the reader has blocked. */
export function BlockedMember({ id, fullname }: BlockedMemberProps) {
  const t = useTranslations("Blocks");
  const { rows } = useBlockedPeople();
  const change = usePendingBlock(id);
  const { unblock } = useDecideBlock();
  const card = useRef<HTMLDivElement>(null);
  const justBlocked = useRef(change === "block");
  useEffect(() => {
    // The focused element is unmounted.
    if (justBlocked.current) card.current?.focus();
  }, []);
  const name = fullname ?? rows?.find((row) => row.id === id)?.person.fullname;
  return (
    <Card ref={card} tabIndex={-1} className={classes.root}>
      <span className={classes.icon} aria-hidden="true">
        <IconUserOff size={28} stroke={1.5} />
      </span>
      <h1 className={classes.title}>{name ? t("blockedName", { name }) : t("blockedMember")}</h1>
      <p className={classes.text}>{t("blockedText")}</p>
      <Button
        variant="default"
        loading={change === "unblock"}
        disabled={change === "block"}
        onClick={() => unblock(id)}
      >
        {t("unblock")}
      </Button>
    </Card>
  );
}
