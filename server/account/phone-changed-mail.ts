import type { Deployment } from "#lib/site/surfaces.ts";
import { changeMail, phoneEnding } from "#server/auth/passwords/password-changed-mail.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";
import type { TimedRecipient } from "#server/mail/mail-layout.ts";
import { mailMoment } from "#server/mail/mail-moment.ts";
import type { Mail } from "#server/mail/outbox.ts";

interface PhoneChange {
  kind: "added" | "changed" | "removed";
  /** In E.164: the new telephone, or the one that was removed. */
  phone: string;
}

/** The mail that says that the telephone of the account was changed, and what to do if it was not the member (SEC-A8). */
export function phoneChangedMail(
  recipient: TimedRecipient & { changed_at: Date },
  { kind, phone }: PhoneChange,
  deployment: Deployment,
  brand: string,
): Mail {
  const { email, time_zone, changed_at } = recipient;
  const date = mailMoment(changed_at, time_zone);
  const subject = { deployment, brand, subjectKey: "Mail.phoneChangedSubject" };
  return changeMail(recipient, subject, (translate) => [
    translate(`Mail.phone_${kind}`, { email, date, ending: phoneEnding(phone) }),
    ...(kind === "removed" ? [] : [translate("Mail.phoneChangedAge")]),
    translate("Mail.phoneChangedNotYou"),
  ]);
}

/** The text message with the code that proves a number to be the member's. */
export const phoneCodeSms = (locale: string, code: string, brandName: string) =>
  translatorFor(locale)("Mail.phoneCodeSms", { code, brand: brandIn(locale, brandName) });
