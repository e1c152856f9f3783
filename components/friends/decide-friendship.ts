"use client";

import { useTranslations } from "next-intl";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import { useChangeFriendship } from "#lib/friends/change-friendship.ts";
import type { FriendshipChange } from "#lib/friends/friendship-rules.ts";

/**
 * Carries out what the member decided about another one, and says how it went (specification §8).
 * Only the end of a friendship is asked about first. Resolves to whether the decision was taken.
 */
export function useDecideFriendship(): (
  change: FriendshipChange,
  fullname: string,
) => Promise<boolean> {
  const site = useTranslations("Site");
  const t = useTranslations("Friends");
  const confirm = useConfirm();
  const { mutate } = useChangeFriendship({
    onDone: (message) => showSuccess(site("success"), message),
    onFailed: (failure) => showFailure(site("failure"), failure.message, { each: true }),
  });
  return async (change, fullname) => {
    const endsFriendship = change.action === "delete" && change.from === "friends";
    const question = t("unfriendQuestion", { name: fullname });
    if (endsFriendship && !(await confirm(question, { danger: true }))) return false;
    mutate(change);
    return true;
  };
}
