"use client";

import { useTranslations } from "next-intl";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { useChangeGroup } from "#lib/messenger/cache/change-group.ts";

/** Changes a group; what is refused is told. */
export function useGroupChange(chatId: number) {
  const t = useTranslations("Site");
  const { mutate, isPending } = useChangeGroup(chatId, (failure) =>
    showFailure(t("failure"), failure.message),
  );
  return { change: mutate, isPending };
}
