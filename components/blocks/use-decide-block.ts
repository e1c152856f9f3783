"use client";

import { useTranslations } from "next-intl";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import type { Person } from "#lib/auth/schema.ts";
import { useChangeBlock } from "#lib/blocks/use-change-block.ts";

/** Blocks and unblocks a member and shows the outcome as a toast. `ask` confirms first. */
export function useDecideBlock() {
  const t = useTranslations("Blocks");
  const confirm = useConfirm();
  const { mutate } = useChangeBlock(useOutcomeToasts());
  return {
    block: ({ id }: Pick<Person, "id">) => mutate({ id, action: "block" }),
    askAndBlock: async ({ id, fullname }: Pick<Person, "id" | "fullname">) => {
      const agreed = await confirm(t("question", { name: fullname }), { danger: true });
      if (agreed) mutate({ id, action: "block" });
    },
    unblock: (id: number) => mutate({ id, action: "unblock" }),
  };
}
