import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import type { TimedRecipient } from "#server/auth/verification-mail.ts";
import { layOutMail } from "#server/mail/mail-layout.ts";
import { mailMoment } from "#server/mail/mail-moment.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";

/** Tells a member that their account is hidden, when it goes for good, and how to come back until then. */
export function accountDeletionMail(
  { email, name, locale, time_zone }: TimedRecipient,
  deletesAt: Date,
  deployment: Deployment,
  brandName: string,
): Mail {
  const translate = translatorFor(locale);
  const brand = brandIn(locale, brandName);
  const date = mailMoment(deletesAt, time_zone);
  return layOutMail({
    to: email,
    locale,
    brand,
    subject: translate("Mail.deletionSubject", { brand }),
    parts: [
      { kind: "paragraph", text: translate("Mail.greeting", { name }) },
      { kind: "paragraph", text: translate("Mail.deletionLead", { email, date }) },
      { kind: "paragraph", text: translate("Mail.deletionReturn") },
      {
        kind: "button",
        text: translate("Mail.deletionButton"),
        href: hrefOf(deployment, locale, routes.login()),
      },
      { kind: "note", text: translate("Mail.deletionNotYou") },
    ],
  });
}
