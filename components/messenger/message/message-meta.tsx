"use client";

import {
  IconAlertCircle,
  IconCheck,
  IconChecks,
  IconCircleCheckFilled,
  IconClock,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/messenger/message/message-bubble.module.css";
import { formatTime } from "#lib/i18n/format.ts";
import type { Receipt } from "#lib/messenger/receipts/receipt-of.ts";

interface MessageMetaProps {
  at: string;
  edited: boolean;
  receipt: Receipt | null;
}

/** The time of the message and, for the member's own, its receipt. */
export function MessageMeta({ at, edited, receipt }: MessageMetaProps) {
  const t = useTranslations("Bubble");
  return (
    <span className={classes.meta}>
      {edited && <span>{t("edited")}</span>}
      <time dateTime={at}>{formatTime(at)}</time>
      {receipt && <ReceiptIcon receipt={receipt} />}
    </span>
  );
}

/**
 * Told apart by shape, not by colour alone. Two checks mean read, as in other messengers; the filled circle resembles
 * neither the clock nor the failure at 14 px.
 */
const icons = {
  pending: IconClock,
  failed: IconAlertCircle,
  sent: IconCheck,
  delivered: IconCircleCheckFilled,
  read: IconChecks,
};

function ReceiptIcon({ receipt }: { receipt: Receipt }) {
  const t = useTranslations("Messenger");
  const bubble = useTranslations("Bubble");
  const labels = {
    pending: t("sending"),
    failed: t("notSent"),
    sent: t("sent"),
    delivered: bubble("delivered"),
    read: bubble("read"),
  };
  const Icon = icons[receipt];
  return (
    <Icon
      size={16}
      stroke={2}
      role="img"
      aria-label={labels[receipt]}
      className={classes.receipt}
      data-receipt={receipt}
    />
  );
}
