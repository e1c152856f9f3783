import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";
import { layOutMail } from "#server/mail/mail-layout.ts";
import type { Mail } from "#server/mail/outbox.ts";

export interface MailRecipient {
  email: string;
  name: string;
  /** The language of the mail. */
  locale: string;
}

/** The recipient of a mail that gives a time, which needs the member's time zone; it may be unknown. */
export interface TimedRecipient extends MailRecipient {
  time_zone: string | null | undefined;
}

/** The mail with the confirmation link, in the member's language; its address comes only from the configuration. */
export function verificationMail(
  { email, name, locale }: MailRecipient,
  token: string,
  deployment: Deployment,
  brandName: string,
): Mail {
  const translate = translatorFor(locale);
  const brand = brandIn(locale, brandName);
  return layOutMail({
    to: email,
    locale,
    brand,
    subject: translate("Mail.verificationSubject", { brand }),
    parts: [
      { kind: "paragraph", text: translate("Mail.greeting", { name }) },
      { kind: "paragraph", text: translate("Mail.verificationLead", { email }) },
      {
        kind: "button",
        text: translate("Mail.verificationButton"),
        href: hrefOf(deployment, locale, routes.confirmEmail(token)),
      },
      { kind: "note", text: translate("Mail.verificationFooter") },
    ],
  });
}
