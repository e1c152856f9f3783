import type { Recipient } from "#server/auth/verification-mail.ts";
import { layOutMail } from "#server/mail/mail-layout.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";

/** The mail with a recovery code, as it is to be read and typed. */
export function recoveryMail(
  { email, name, locale }: Recipient,
  code: string,
  brandName: string,
): Mail {
  const translate = translatorFor(locale);
  const brand = brandIn(locale, brandName);
  return layOutMail({
    to: email,
    locale,
    brand,
    subject: translate("Mail.recoverySubject", { brand }),
    parts: [
      { kind: "paragraph", text: translate("Mail.greeting", { name }) },
      { kind: "paragraph", text: translate("Mail.recoveryLead", { email }) },
      { kind: "code", text: code },
      { kind: "paragraph", text: translate("Mail.recoveryLife") },
      { kind: "note", text: translate("Mail.recoveryIgnore") },
    ],
  });
}

/** The text message with a recovery code. */
export const recoverySms = (locale: string, code: string, brandName: string) =>
  translatorFor(locale)("Mail.recoverySms", { code, brand: brandIn(locale, brandName) });
