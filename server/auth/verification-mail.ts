import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/surfaces.ts";
import { escapeHtml } from "#server/mail/escape-html.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { translatorFor } from "#server/translations.ts";

interface Recipient {
  email: string;
  name: string;
  locale: string;
}

/** The mail with the confirmation link, in the member's language; its address comes from the configuration alone. */
export function verificationMail(
  { email, name, locale }: Recipient,
  token: string,
  deployment: Deployment,
  brand: string,
): Mail {
  const translate = translatorFor(locale);
  const link = hrefOf(deployment, locale, routes.confirmEmail(token));
  const values = { email, name, link, brand };
  const paragraph = (key: string) => `<p>${escapeHtml(translate(`Mail.${key}`, values))}</p>`;
  return {
    to: email,
    subject: translate("Mail.verificationSubject", values),
    text: translate("Mail.verificationText", values),
    html: `<!doctype html><html lang="${locale}"><meta charset="utf-8"><body style="font:16px/1.5 sans-serif;color:#1c1b19">
${paragraph("verificationGreeting")}${paragraph("verificationLead")}
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#fff;text-decoration:none">${escapeHtml(translate("Mail.verificationButton"))}</a></p>
${paragraph("verificationFooter")}</body></html>`,
  };
}
