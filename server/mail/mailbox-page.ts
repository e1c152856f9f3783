import { escapeHtml } from "#server/mail/escape-html.ts";
import type { MailboxMessage } from "#server/mail/mailbox-message.ts";

const phoneIcon = "📱";

const style = `
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 760px; padding: 24px 16px; }
  h1 { font-size: 22px; }
  form { display: flex; gap: 8px; margin-bottom: 24px; }
  input, button { font: inherit; padding: 8px 12px; border-radius: 8px; border: 1px solid #8886; }
  input { flex: 1; min-width: 0; }
  article { border: 1px solid #8884; border-radius: 12px; padding: 16px; margin-bottom: 16px; }
  h2 { font-size: 17px; margin: 0; }
  p { margin: 4px 0 12px; opacity: 0.75; font-size: 13px; overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: inherit; }
`;

/** A developer's page, in English: mails as text, their links to click, and text messages. */
export function mailboxPage(messages: MailboxMessage[], to = ""): string {
  const articles = messages.map(
    ({ subject, to: recipient, text, html, created_at }) => `<article>
  <h2>${html ? escapeHtml(subject) : `${phoneIcon} SMS`}</h2>
  <p>${escapeHtml(recipient)} · <time>${created_at}</time></p>
  <pre>${linked(text)}</pre>
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title><style>${style}</style></head>
<body>
<h1>Mailbox</h1>
<form><input name="to" type="search" value="${escapeHtml(to)}" aria-label="Recipient" placeholder="Recipient"><button>Show</button></form>
${articles.join("\n") || "<p>Nothing has been sent yet.</p>"}
</body>
</html>`;
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
