import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";
import { layOutMail } from "#server/mail/mail-layout.ts";
import type { Mail } from "#server/mail/outbox.ts";

interface Requester {
  email: string;
  name: string;
  locale: string;
}

interface AnsweredRequest {
  /** As the member wrote it. */
  asked: string;
  /** The institution as which it was accepted, or the reason of its rejection. */
  answer: { institution: { id: number; name: string } } | { reason: string };
}

/** The mail about the outcome of a member's institution request (D-SCHOOL-REQUEST). */
export function requestAnsweredMail(
  { email, name, locale }: Requester,
  { asked, answer }: AnsweredRequest,
  deployment: Deployment,
  brandName: string,
): Mail {
  const translate = translatorFor(locale);
  const brand = brandIn(locale, brandName);
  const greeting = { kind: "paragraph" as const, text: translate("Mail.greeting", { name }) };
  if ("reason" in answer)
    return layOutMail({
      to: email,
      locale,
      brand,
      subject: translate("Mail.institutionRejectedSubject", { brand }),
      parts: [
        greeting,
        { kind: "paragraph", text: translate("Mail.institutionRejected", { name: asked, email }) },
        { kind: "paragraph", text: answer.reason },
        { kind: "note", text: translate("Mail.institutionRejectedAgain") },
      ],
    });
  const { institution } = answer;
  return layOutMail({
    to: email,
    locale,
    brand,
    subject: translate("Mail.institutionAcceptedSubject", { brand }),
    parts: [
      greeting,
      {
        kind: "paragraph",
        text: translate("Mail.institutionAccepted", { name: institution.name, email }),
      },
      {
        kind: "button",
        text: translate("Mail.institutionAcceptedButton"),
        href: hrefOf(deployment, locale, routes.institution(institution.id)),
      },
    ],
  });
}
