"use client";

import { useTranslations } from "next-intl";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import type { Person } from "#lib/auth/schema.ts";
import { useChangeBlock } from "#lib/blocks/change-block.ts";

/** Blocks and unblocks a member, and says how it went. `ask`: not before the member has agreed to what it means. */
export function useDecideBlock() {
  const site = useTranslations("Site");
  const t = useTranslations("Blocks");
  const confirm = useConfirm();
  const { mutate } = useChangeBlock({
    onDone: (message) => showSuccess(site("success"), message),
    onFailed: (failure) => showFailure(site("failure"), failure.message),
  });
  return {
    block: ({ id }: Pick<Person, "id">) => mutate({ id, action: "block" }),
    askAndBlock: async ({ id, fullname }: Pick<Person, "id" | "fullname">) => {
      const agreed = await confirm(t("question", { name: fullname }), { danger: true });
      if (agreed) mutate({ id, action: "block" });
    },
    unblock: (id: number) => mutate({ id, action: "unblock" }),
  };
}
