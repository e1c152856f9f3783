/** The texts of an invitation where its link is shared, in a language: in the head of its page and in its picture. */
import type { OpenInvitation } from "#lib/invitations/open-schema.ts";
import { brandIn, type Translate, translatorFor } from "#server/infra/translations.ts";

export interface InvitationWords {
  /** The line about the inviter. */
  invites: string;
  /** The target. */
  title: string;
  /** The number of members there, or what Kampus offers. */
  total: string;
  /** What one does there. */
  lead: string;
  brand: string;
  /** Inviter and target, for the title of the page. */
  shared: string;
  description: string;
}

const leads = { kampus: "leadKampus", class: "leadClass", group: "leadGroup" } as const;

export function invitationWords(
  invitation: Pick<
    OpenInvitation,
    "kind" | "inviter" | "object" | "start" | "end" | "group" | "chat" | "total" | "is_rounded"
  >,
  locale: string,
  givenBrand: string,
): InvitationWords {
  const t = translatorFor(locale);
  const brand = brandIn(locale, givenBrand);
  const { name } = invitation.inviter;
  const title = titleOf(t, brand, invitation);
  const total = totalOf(t, invitation);
  const lead = t(`Invitation.${leads[invitation.kind]}`);
  return {
    title,
    lead,
    brand,
    invites: t("Invitation.invites", { name }),
    total: total ?? t("Invitation.firstOnes"),
    shared:
      invitation.kind === "kampus"
        ? t("Invitation.shareKampus", { name, brand })
        : t("Invitation.shareTitle", { name, title }),
    description: total === null ? lead : `${total}. ${lead}`,
  };
}

function titleOf(
  t: Translate,
  brand: string,
  { object, start, end, group, chat }: Parameters<typeof invitationWords>[0],
): string {
  if (chat) return chat.title;
  if (!object) return t("Invitation.toKampus", { brand });
  const { name } = object;
  const title =
    end === null
      ? t("Invitation.classSince", { year: String(start), name })
      : t("Invitation.classLeft", { year: String(end), name });
  return group ? t("Invitation.inStudyGroup", { title, group }) : title;
}

function totalOf(
  t: Translate,
  { total, is_rounded }: Pick<OpenInvitation, "total" | "is_rounded">,
): string | null {
  if (total === null) return null;
  return is_rounded ? t("Invitation.moreThan", { total }) : t("Invitation.total", { count: total });
}
