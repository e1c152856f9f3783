import { EmptyPage } from "#components/layout/empty-page.tsx";
import { defaultLocale, isLocale } from "#lib/i18n/locales.ts";
import type { Messages } from "#lib/i18n/messages.ts";
import { splitLocale } from "#lib/site/pages.ts";

const buttonStyle = {
  minHeight: "2.75rem",
  padding: "0 1.125rem",
  border: 0,
  borderRadius: "0.5rem",
  backgroundColor: "var(--kampus-accent)",
  color: "var(--kampus-card)",
  font: "inherit",
  fontWeight: 600,
  cursor: "pointer",
};

/** The content of app/global-error.tsx, in the language of the address. */
export async function problemAt(pathname: string) {
  const asked = splitLocale(pathname).locale;
  const locale = isLocale(asked) ? asked : defaultLocale;
  const file = (await import(`../messages/${locale}.json`)) as { default: Messages };
  const texts = file.default.Problem;
  const shown = (
    <EmptyPage
      sign="…"
      title={texts.title}
      text={texts.text}
      actions={
        <button type="button" style={buttonStyle} onClick={() => window.location.reload()}>
          {texts.retry}
        </button>
      }
    />
  );
  return { locale, shown };
}
