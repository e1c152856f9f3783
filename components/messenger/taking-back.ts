"use client";

import { useTranslations } from "next-intl";
import { showFailure } from "#components/ui/toasts/toasts.ts";
import { useChangeMessage } from "#lib/messenger/cache/change-message.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";

/** Changes messages at once; what the server refuses is as it was before, and it is said why. The same function always. */
export function useTakingBack(address: ChatAddress) {
  const t = useTranslations("Site");
  const { mutate } = useChangeMessage(address, {
    onFailed: ({ message }) => showFailure(t("failure"), message),
  });
  return mutate;
}
