import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import { layOutMail, type MailRecipient } from "#server/mail/mail-layout.ts";
import type { Mail } from "#server/mail/outbox.ts";

/** The mail with the confirmation link, in the member's language; its address comes only from the configuration. */
export const verificationMail = (
  recipient: MailRecipient,
  token: string,
  deployment: Deployment,
  brand: string,
): Mail =>
  layOutMail(recipient, brand, "Mail.verificationSubject", (translate) => [
    {
      kind: "paragraph",
      text: translate("Mail.verificationLead", { email: recipient.email }),
    },
    {
      kind: "button",
      text: translate("Mail.verificationButton"),
      href: hrefOf(deployment, recipient.locale, routes.confirmEmail(token)),
    },
    { kind: "note", text: translate("Mail.verificationFooter") },
  ]);
