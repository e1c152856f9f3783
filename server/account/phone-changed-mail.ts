import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import type { TimedRecipient } from "#server/auth/verification-mail.ts";
import { layOutMail } from "#server/mail/mail-layout.ts";
import { mailMoment } from "#server/mail/mail-moment.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { phoneEnding } from "#server/mail/phone-ending.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";

interface PhoneChange {
  kind: "added" | "changed" | "removed";
  /** In E.164: the new telephone, or the one that was removed. */
  phone: string;
}

/** The mail that says that the telephone of the account was changed, and what to do if it was not the member (SEC-A8). */
export function phoneChangedMail(
  { email, name, locale, time_zone, changed_at }: TimedRecipient & { changed_at: Date },
  { kind, phone }: PhoneChange,
  deployment: Deployment,
  brandName: string,
): Mail {
  const translate = translatorFor(locale);
  const brand = brandIn(locale, brandName);
  const date = mailMoment(changed_at, time_zone);
  const values = { email, date, ending: phoneEnding(phone) };
  return layOutMail({
    to: email,
    locale,
    brand,
    subject: translate("Mail.phoneChangedSubject", { brand }),
    parts: [
      { kind: "paragraph", text: translate("Mail.greeting", { name }) },
      { kind: "paragraph", text: translate(`Mail.phone_${kind}`, values) },
      ...(kind === "removed"
        ? []
        : [{ kind: "paragraph" as const, text: translate("Mail.phoneChangedAge") }]),
      { kind: "paragraph", text: translate("Mail.phoneChangedNotYou") },
      {
        kind: "button",
        text: translate("Mail.passwordChangedButton"),
        href: hrefOf(deployment, locale, routes.recovery()),
      },
    ],
  });
}

/** The text message with the code that proves a number to be the member's. */
export const phoneCodeSms = (locale: string, code: string, brandName: string) =>
  translatorFor(locale)("Mail.phoneCodeSms", { code, brand: brandIn(locale, brandName) });
