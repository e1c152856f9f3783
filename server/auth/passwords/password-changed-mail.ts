import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import type { Translate } from "#server/infra/translations.ts";
import { layOutMail, type MailRecipient, type TimedRecipient } from "#server/mail/mail-layout.ts";
import { mailMoment } from "#server/mail/mail-moment.ts";
import type { Mail } from "#server/mail/outbox.ts";

/** The recovery phone of the account, in E.164, and what became of it when the password changed. */
export interface PhoneAfterChange {
  phone: string;
  kind: "kept" | "removed";
}

/**
 * The mail that says that the password was changed, and what to do if it was not the member (SEC-A4). It names the
 * recovery phone, which may be a thief's (SEC-A8).
 */
export function passwordChangedMail(
  recipient: TimedRecipient,
  changedAt: Date,
  deployment: Deployment,
  brand: string,
  phone: PhoneAfterChange | null = null,
): Mail {
  const { email, time_zone } = recipient;
  const date = mailMoment(changedAt, time_zone);
  const subject = { deployment, brand, subjectKey: "Mail.passwordChangedSubject" };
  return changeMail(recipient, subject, (translate) => [
    translate("Mail.passwordChangedLead", { email, date }),
    translate("Mail.passwordChangedSessions"),
    ...(phone
      ? [translate(`Mail.passwordChangedPhone_${phone.kind}`, { ending: phoneEnding(phone.phone) })]
      : []),
    translate("Mail.passwordChangedNotYou"),
  ]);
}

interface ChangeSubject {
  deployment: Deployment;
  brand: string;
  subjectKey: string;
}

/** Reports a change that may be a thief's: in paragraphs, with the way to another password. */
export const changeMail = (
  recipient: MailRecipient,
  { deployment, brand, subjectKey }: ChangeSubject,
  paragraphsIn: (translate: Translate) => string[],
): Mail =>
  layOutMail(recipient, brand, subjectKey, (translate) => [
    ...paragraphsIn(translate).map((text) => ({ kind: "paragraph" as const, text })),
    {
      kind: "button",
      text: translate("Mail.passwordChangedButton"),
      href: hrefOf(deployment, recipient.locale, routes.recovery()),
    },
  ]);

const shownDigits = 2;

/** The end of a telephone in E.164, by which mails name it: enough for its member, and no number for anybody else. */
export const phoneEnding = (phone: string) => phone.slice(-shownDigits);
