import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import { layOutMail, type MailRecipient } from "#server/mail/mail-layout.ts";
import type { Mail } from "#server/mail/outbox.ts";

interface AnsweredRequest {
  /** The name that the member asked for, in their spelling. */
  asked: string;
  /** The institution as which it was accepted, and whether it was there before, or the reason of its rejection. */
  answer: { institution: { id: number; name: string }; wasThere: boolean } | { reason: string };
}

/** The mail about the outcome of a member's institution request (D-SCHOOL-REQUEST). */
export function requestAnsweredMail(
  requester: MailRecipient,
  { asked, answer }: AnsweredRequest,
  deployment: Deployment,
  brand: string,
): Mail {
  const { email, locale } = requester;
  if ("reason" in answer)
    return layOutMail(requester, brand, "Mail.institutionRejectedSubject", (translate) => [
      { kind: "paragraph", text: translate("Mail.institutionRejected", { name: asked, email }) },
      { kind: "paragraph", text: answer.reason },
      { kind: "note", text: translate("Mail.institutionRejectedAgain") },
    ]);
  const { id, name } = answer.institution;
  const key = answer.wasThere ? "Mail.institutionFound" : "Mail.institutionAccepted";
  return layOutMail(requester, brand, `${key}Subject`, (translate) => [
    { kind: "paragraph", text: translate(key, { asked, name, email }) },
    {
      kind: "button",
      text: translate("Mail.institutionAcceptedButton"),
      href: hrefOf(deployment, locale, routes.institution(id)),
    },
  ]);
}
