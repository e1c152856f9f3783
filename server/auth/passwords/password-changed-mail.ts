import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import type { TimedRecipient } from "#server/auth/verification-mail.ts";
import { layOutMail } from "#server/mail/mail-layout.ts";
import { mailMoment } from "#server/mail/mail-moment.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { phoneEnding } from "#server/mail/phone-ending.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";

/** The recovery phone of the account, in E.164, and what a reset of the password did with it. */
export interface PhoneAfterReset {
  phone: string;
  kind: "kept" | "removed";
}

/**
 * The mail that says that the password was changed, and what to do if it was not the member (SEC-A4). Of a reset it names
 * the recovery phone, which may be a thief's (SEC-A8).
 */
export function passwordChangedMail(
  { email, name, locale, time_zone }: TimedRecipient,
  changedAt: Date,
  deployment: Deployment,
  brandName: string,
  reset: PhoneAfterReset | null = null,
): Mail {
  const translate = translatorFor(locale);
  const brand = brandIn(locale, brandName);
  const date = mailMoment(changedAt, time_zone);
  const phoneText = ({ phone, kind }: PhoneAfterReset) =>
    translate(`Mail.passwordReset_${kind}`, { ending: phoneEnding(phone) });
  return layOutMail({
    to: email,
    locale,
    brand,
    subject: translate("Mail.passwordChangedSubject", { brand }),
    parts: [
      { kind: "paragraph", text: translate("Mail.greeting", { name }) },
      { kind: "paragraph", text: translate("Mail.passwordChangedLead", { email, date }) },
      { kind: "paragraph", text: translate("Mail.passwordChangedSessions") },
      ...(reset === null ? [] : [{ kind: "paragraph" as const, text: phoneText(reset) }]),
      { kind: "paragraph", text: translate("Mail.passwordChangedNotYou") },
      {
        kind: "button",
        text: translate("Mail.passwordChangedButton"),
        href: hrefOf(deployment, locale, routes.recovery()),
      },
    ],
  });
}
