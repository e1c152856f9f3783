"use client";

import "#components/layout/theme.css";
import { type ReactNode, useEffect, useState } from "react";

// A style sheet of its own would be prefetched by every page.
const bodyStyle = {
  margin: 0,
  backgroundColor: "var(--kampus-page)",
  color: "var(--kampus-ink)",
  fontFamily: "system-ui, sans-serif",
};

/**
 * The frame itself failed, so neither its texts nor its addresses can be relied on. Every page loads this file; its
 * content is loaded on demand.
 */
export default function GlobalError() {
  const [problem, setProblem] = useState<{ locale: string; shown: ReactNode } | null>(null);
  useEffect(() => {
    void import("./global-problem.tsx").then(async ({ problemAt }) => {
      setProblem(await problemAt(window.location.pathname));
    });
  }, []);
  return (
    // The default locale until the texts are loaded (lib/i18n/locales.ts).
    <html lang={problem?.locale ?? "ru"}>
      <body style={bodyStyle}>
        <main>{problem?.shown}</main>
      </body>
    </html>
  );
}
