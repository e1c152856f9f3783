"use client";

import "#components/layout/theme.css";
import { useEffect, useState } from "react";
import { EmptyPage } from "#components/layout/empty-page.tsx";
import { defaultLocale, isLocale } from "#lib/i18n/locales.ts";
import type { Messages } from "#lib/i18n/messages.ts";
import { splitLocale } from "#lib/site/pages.ts";

// A style sheet of its own would be fetched ahead by every page.
const bodyStyle = {
  margin: 0,
  backgroundColor: "var(--kampus-page)",
  color: "var(--kampus-ink)",
  fontFamily: "system-ui, sans-serif",
};

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

/** The frame itself failed, so nothing of it can be relied on: neither texts nor addresses. */
export default function GlobalError() {
  const [texts, setTexts] = useState<Messages["Problem"] | null>(null);
  const [locale, setLocale] = useState(defaultLocale);
  useEffect(() => {
    const asked = splitLocale(window.location.pathname).locale;
    const known = isLocale(asked) ? asked : defaultLocale;
    void import(`../messages/${known}.json`).then((file: { default: Messages }) => {
      setLocale(known);
      setTexts(file.default.Problem);
    });
  }, []);
  return (
    <html lang={locale}>
      <body style={bodyStyle}>
        <main>
          {texts && (
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
          )}
        </main>
      </body>
    </html>
  );
}
