import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import type { TimedRecipient } from "#server/auth/verification-mail.ts";
import { layOutMail } from "#server/mail/mail-layout.ts";
import { mailMoment } from "#server/mail/mail-moment.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";

/** The mail that says that the password was changed, and what to do if it was not the member (SEC-A4). */
export function passwordChangedMail(
  { email, name, locale, time_zone }: TimedRecipient,
  changedAt: Date,
  deployment: Deployment,
  brandName: string,
): Mail {
  const translate = translatorFor(locale);
  const brand = brandIn(locale, brandName);
  const date = mailMoment(changedAt, time_zone);
  return layOutMail({
    to: email,
    locale,
    brand,
    subject: translate("Mail.passwordChangedSubject", { brand }),
    parts: [
      { kind: "paragraph", text: translate("Mail.greeting", { name }) },
      { kind: "paragraph", text: translate("Mail.passwordChangedLead", { email, date }) },
      { kind: "paragraph", text: translate("Mail.passwordChangedSessions") },
      { kind: "paragraph", text: translate("Mail.passwordChangedNotYou") },
      {
        kind: "button",
        text: translate("Mail.passwordChangedButton"),
        href: hrefOf(deployment, locale, routes.recovery()),
      },
    ],
  });
}
