"use client";

import { useTranslations } from "next-intl";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import { useOpenClassChat } from "#lib/classes/use-class-chat.ts";
import { routes } from "#lib/routes.ts";

/** Makes or joins the chat of a class or of one study group (empty: the class), and shows it. */
export function useGoToClassChat(place: ClassAddress) {
  const t = useTranslations();
  const goTo = useGoTo();
  const { mutate, isPending } = useOpenClassChat(place);
  const open = (group: string) =>
    mutate(group, {
      onSuccess: ({ id }) => goTo(routes.chat("group", id)),
      onError: (failure) => showFailure(t("Site.failure"), failure.message),
    });
  return { open, isPending };
}
