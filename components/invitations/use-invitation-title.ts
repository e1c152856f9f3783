"use client";

import { useTranslations } from "next-intl";
import type { OpenInvitation } from "#lib/invitations/open-schema.ts";

type Titled = Pick<OpenInvitation, "object" | "start" | "end" | "group"> & {
  chat: { title: string } | null;
};

/** The target of an invitation in words: a class or a group; null for all of Kampus. */
export function useInvitationTitle(): (invitation: Titled) => string | null {
  const t = useTranslations("Invitation");
  return ({ object, start, end, group, chat }) => {
    if (chat) return chat.title;
    if (!object) return null;
    const { name } = object;
    const title =
      end === null
        ? t("classSince", { year: String(start), name })
        : t("classLeft", { year: String(end), name });
    return group ? t("inStudyGroup", { title, group }) : title;
  };
}
