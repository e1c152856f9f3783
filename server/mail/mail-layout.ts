import { escapeHtml } from "#server/mail/escape-html.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { brandIn, type Translate, translatorFor } from "#server/infra/translations.ts";

type MailPart =
  | { kind: "paragraph" | "note" | "code"; text: string }
  | { kind: "button"; text: string; href: string };

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

const font = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** Mail programs keep a style sheet for the dark scheme alone, so all other styles are inline. */
const dark = `@media (prefers-color-scheme: dark) {
.page { background: #161817 !important; }
.card { background: #1e2120 !important; border-color: #2d3130 !important; }
.ink { color: #eceae6 !important; }
.quiet { color: #a8a69f !important; }
.link { color: #66ccbf !important; }
.code { background: #17302d !important; color: #eceae6 !important; }
}`;

/**
 * Every mail of Kampus: the same parts as plain text and as HTML that loads nothing. `subjectKey` is that of a text with
 * the brand; the parts follow the greeting.
 */
export function layOutMail(
  { email, name, locale }: MailRecipient,
  brandName: string,
  subjectKey: string,
  partsIn: (translate: Translate) => MailPart[],
): Mail {
  const translate = translatorFor(locale);
  const brand = brandIn(locale, brandName);
  const subject = translate(subjectKey, { brand });
  const greeting: MailPart = { kind: "paragraph", text: translate("Mail.greeting", { name }) };
  const parts = [greeting, ...partsIn(translate)];
  const automatic = translate("Mail.automatic", { brand });
  return {
    to: email,
    subject,
    text: [...parts.map(asText), automatic].join("\n\n"),
    html: `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f5f2">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f5f2"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;${font};font-size:16px;line-height:1.5">
<tr><td style="padding:0 4px 16px">${header(brand)}</td></tr>
<tr><td class="card" style="padding:24px;background:#ffffff;border:1px solid #e6e3dd;border-radius:12px">
${parts.map(asHtml).join("\n")}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;color:#6b6862;font-size:13px">${escapeHtml(automatic)}</td></tr>
</table>
</td></tr></table>
</body>
</html>`,
  };
}

const dot = (colour: string, sizePx: number, margin: string) =>
  `<span style="display:inline-block;width:${sizePx}px;height:${sizePx}px;border-radius:50%;background:${colour};margin:${margin}"></span>`;

/** The mark, three circles in a rounded square, without an image to load. */
function header(brand: string): string {
  const mark = `${dot("#ffffff", 9, "0 5px 0 0")}${dot("#f0a030", 7, "0 0 6px")}<br>${dot("#ffffff", 9, "2px 0 0 3px")}`;
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td aria-hidden="true" width="36" height="36" align="center" valign="middle" style="width:36px;height:36px;background:#0f766e;border-radius:10px;font-size:0;line-height:0">${mark}</td>
<td class="ink" style="padding-left:10px;color:#1c1b19;${font};font-size:20px;font-weight:700">${escapeHtml(brand)}</td>
</tr></table>`;
}

function asText(part: MailPart): string {
  return part.kind === "button" ? `${part.text}:\n${part.href}` : part.text;
}

function asHtml(part: MailPart): string {
  const text = escapeHtml(part.text);
  switch (part.kind) {
    case "paragraph":
      return `<p class="ink" style="margin:0 0 16px;color:#1c1b19">${text}</p>`;
    case "note":
      return `<p class="quiet" style="margin:0 0 12px;color:#6b6862;font-size:14px">${text}</p>`;
    case "code":
      return `<p class="code" style="margin:0 0 16px;padding:14px 8px;border-radius:8px;background:#effaf8;color:#1c1b19;text-align:center;font-family:ui-monospace,Consolas,Menlo,monospace;font-size:18px;font-weight:600;letter-spacing:1px;white-space:nowrap">${text}</p>`;
    case "button": {
      const href = escapeHtml(part.href);
      return `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;font-weight:600;text-decoration:none">${text}</a></p>
<p class="quiet" style="margin:0 0 16px;color:#6b6862;font-size:13px;overflow-wrap:anywhere;word-break:break-word"><a href="${href}" class="link" style="color:#0b5f59">${href}</a></p>`;
    }
  }
}
