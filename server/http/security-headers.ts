/** Security headers of pages, files and data (SEC-X1, SEC-U3). */
import { surfaceOrigins } from "#lib/site/surfaces.ts";
import type { Env } from "#server/env.ts";

type Deploying = Pick<Env, "deployment" | "mediaUrl" | "mode">;

const twoYearsS = 63_072_000;

/** What only documents heed: on each of a dozen calls it would be a third of a small answer. */
export const documentHeaders = {
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** The headers of every page. */
export const commonHeaders = (env: Pick<Env, "deployment">): Record<string, string> => ({
  ...assetHeaders(env),
  ...documentHeaders,
});

/** For data and the files of a page. */
export function assetHeaders({ deployment }: Pick<Env, "deployment">): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    ...(deployment.scheme === "https" && {
      "strict-transport-security": `max-age=${twoYearsS}; includeSubDomains`,
    }),
  };
}

/** Forbids all content that could make a browser run something. */
const nowhere = {
  "object-src": "'none'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/** For answers that are data: if one were shown as a page after all, nothing in it would run. */
export const dataPolicy = policy({ "default-src": "'none'", ...nowhere });

/** For uploads of members: opened by itself, an upload runs nothing, and has no origin (SEC-U3). */
export const filePolicy = policy({ "default-src": "'none'", sandbox: "", ...nowhere });

/** For the service worker: it fetches only our own addresses, and loads no further scripts. */
export const workerPolicy = policy({
  "default-src": "'none'",
  "connect-src": "'self'",
  ...nowhere,
});

/** For pages: scripts are our files and, by hash, the page's own inline ones (they are prerendered, so no nonce). */
export function pagePolicy(
  { deployment, mediaUrl, mode }: Deploying,
  inlineScripts: readonly string[] = [],
): string {
  const media = mediaUrl ? [new URL(mediaUrl).origin] : [];
  return policy({
    "default-src": "'self'",
    "script-src": [
      "'self'",
      // Next's development tools evaluate code and write scripts into the page.
      ...(mode === "development" ? ["'unsafe-inline'", "'unsafe-eval'"] : inlineScripts),
    ].join(" "),
    "style-src": "'self' 'unsafe-inline'",
    "img-src": ["'self'", "data:", "blob:", ...media].join(" "),
    "media-src": ["'self'", "data:", "blob:", ...media].join(" "),
    "font-src": "'self'",
    // Not every browser applies 'self' to WebSocket. Signing out calls every surface.
    "connect-src": ["'self'", ...surfaceOrigins(deployment), ...socketOrigins(deployment)].join(
      " ",
    ),
    "form-action": "'self'",
    ...nowhere,
    ...(deployment.scheme === "https" && { "upgrade-insecure-requests": "" }),
  });
}

/** For the API's own pages, which consist of files alone. */
export const documentPolicy = policy({
  "default-src": "'self'",
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "form-action": "'self'",
  ...nowhere,
});

/** `given`, with the directives that every page needs added where it lacks them. */
export function completePolicy(given: string): string {
  const named = new Set(given.split(";").map((directive) => directive.trim().split(" ", 1)[0]));
  const missing = Object.entries(nowhere).filter(([directive]) => !named.has(directive));
  return [given, ...missing.map((entry) => entry.join(" "))].join("; ");
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources}`.trim())
    .join("; ");
}

function socketOrigins(deployment: Env["deployment"]): string[] {
  return surfaceOrigins(deployment).map((origin) => origin.replace(/^http/, "ws"));
}
