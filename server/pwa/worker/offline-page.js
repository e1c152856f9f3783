// What is shown where nothing was kept and no page comes: either the device is offline, or Kampus does not answer. It
// stands alone, without a file, and opens the page by itself once it can be had.

/** It names the state in which the worker sees the device; its script follows the page's own view of it. */
function offlinePage(locale) {
  const { retry, ...texts } = kampus.offline[locale];
  const state = self.navigator.onLine ? "unanswered" : "offline";
  const nonce = crypto.randomUUID();
  const section = (name) => `<section data-state="${name}"${name === state ? "" : " hidden"}>
<h1>${texts[name].title}</h1><p>${texts[name].text}</p></section>`;
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark"><title>${texts[state].title}</title><style>${offlineStyle}</style></head>
<body><main>${offlineMark}<div role="status">${section("offline")}${section("unanswered")}</div><a href="">${retry}</a></main>
<script nonce="${nonce}">(${openOnceAnswered})();<\/script></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

/** Runs in the page, so it can use nothing of the worker. */
function openOnceAnswered() {
  const firstPauseMs = 2_000;
  const pauseMaxMs = 30_000;
  let pauseMs = firstPauseMs;
  let timer;
  const show = () => {
    const state = navigator.onLine ? "unanswered" : "offline";
    for (const section of document.querySelectorAll("[data-state]")) {
      section.hidden = section.dataset.state !== state;
      if (!section.hidden) document.title = section.firstElementChild.textContent;
    }
  };
  const tryNow = async () => {
    clearTimeout(timer);
    // The worker answers no HEAD, so that this is what the server says.
    const answer = await fetch(location.href, {
      method: "HEAD",
      cache: "no-store",
      // The way to another surface is an answer too; going it here would be refused.
      redirect: "manual",
    }).catch(() => null);
    if (answer && ![502, 503, 504].includes(answer.status)) location.reload();
    else wait();
  };
  const wait = () => {
    show();
    clearTimeout(timer);
    // Spread, because all who wait would come at the same moment.
    timer = setTimeout(tryNow, pauseMs * (0.5 + Math.random()));
    pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
  };
  addEventListener("offline", show);
  addEventListener("online", () => {
    show();
    pauseMs = firstPauseMs;
    void tryNow();
  });
  wait();
}

const offlineStyle = `
:root { --page: #f6f5f2; --card: #fff; --ink: #1c1b19; --ink-2: #6b6862; --accent: #0f766e; --on-accent: #fff; --line: #e6e3dd }
@media (prefers-color-scheme: dark) { :root { --page: #161817; --card: #1e2120; --ink: #eceae6; --ink-2: #9c9a94; --accent: #3fb8a9; --on-accent: #0d1514; --line: #2e3230 } }
* { box-sizing: border-box; margin: 0 }
body { display: grid; min-height: 100dvh; place-items: center; padding: 16px; background: var(--page); color: var(--ink); font: 16px/1.5 "Onest Variable", system-ui, sans-serif }
main { display: grid; justify-items: center; gap: 12px; width: min(440px, 100%); padding: 40px 24px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); text-align: center }
section { display: grid; gap: 12px }
section[hidden] { display: none }
h1 { margin-top: 8px; font-size: 22px; line-height: 1.3 }
p { color: var(--ink-2); text-wrap: pretty }
a { display: inline-grid; place-items: center; min-height: 44px; margin-top: 12px; padding: 0 24px; border-radius: 8px; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }`;

const offlineMark = `<svg width="56" height="56" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#0f766e"/><path d="M11 12 22.5 9.5M11 12l5.5 10" stroke="#fff" stroke-width="2" stroke-linecap="round"/><circle cx="11" cy="12" r="3.6" fill="#fff"/><circle cx="16.5" cy="22.5" r="3.6" fill="#fff"/><circle cx="22.5" cy="9.5" r="2.8" fill="#f0a030"/></svg>`;
