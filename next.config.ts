import { existsSync } from "node:fs";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  experimental: {
    // The browser needs no parser of messages.
    messages: { path: "./messages", format: "json", locales: "infer", precompile: true },
  },
});

/** Made by a build (scripts/slim-zod.mjs); while developing there is no need for it. */
const slimZod = "./node_modules/.cache/kampus/zod-mini.js";
const isSlim = process.env.NODE_ENV === "production" && existsSync(slimZod);

/**
 * What Kampus has no use for: server actions; Next's own error page, which only shows where ours fails itself, so that
 * a button that loads the page again suffices; what Next keeps for robots whose scripts fail; what Node has in `process`
 * besides `env`; what only browsers lack that cannot run Next's syntax either, which is all of its polyfills but one; and
 * predicting routes by others that are known, which our addresses, such as /users/7 for the page users/_, never allow.
 */
const unusedOfNext = {
  "client/components/router-reducer/reducers/server-action-reducer.js":
    "export const serverActionReducer = (state) => state;",
  "client/components/builtin/global-error.js": `
    import { createElement as h } from "react";
    export default () => h("html", null, h("body", null, h("form", null, h("button", null, "Reload"))));`,
  "client/components/errors/root-error-boundary.js":
    'import { ErrorBoundary } from "../error-boundary"; export default ErrorBoundary;',
  // Chrome 111 and Safari 16.4 lack it.
  "build/polyfills/polyfill-module.js":
    "URL.canParse ??= (...given) => { try { return Boolean(new URL(...given)); } catch { return false; } };",
  "build/polyfills/process.js": "module.exports = { env: {} };",
  "client/components/segment-cache/optimistic-routes.js": `
    import { fulfillRouteCacheEntry, writeRouteIntoCache } from "./cache";
    export const discoverKnownRoute = (now, pathname, search, nextUrl, pending, root, ...rest) =>
      pending === null
        ? writeRouteIntoCache(now, pathname, search, nextUrl, root, ...rest.slice(0, 4))
        : fulfillRouteCacheEntry(now, pending, root, ...rest.slice(0, 4));
    export const matchKnownRoute = () => null;
    export const resetKnownRoutes = () => {};`,
};

const nextConfig: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` checks types; a start must not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Pages are prerendered for every domain alike: addresses and brand come from /config.js at run time.
  images: { unoptimized: true },
  allowedDevOrigins: ["**.kampus.localhost"],
  turbopack: { resolveAlias: isSlim ? { "zod/mini": slimZod } : {} },
  experimental: {
    optimisticRouting: false,
    // A page brings its styles itself: as files they would cost a round trip before anything shows.
    inlineCss: true,
    // So a sheet more costs no request, and each page has its own styles alone.
    cssChunking: { type: "graph", requestCost: 500 },
    // Each surface is a site of its own to a browser: few files compress better than many that could be shared.
    turbopackChunking: { minChunkSize: 600_000, maxMergeChunkSize: 6_000_000 },
    optimizePackageImports: [
      "@mantine/core",
      "@mantine/hooks",
      "@mantine/notifications",
      "@tabler/icons-react",
    ],
  },
};

const withTexts = withNextIntl(nextConfig);

const config: NextConfig = {
  ...withTexts,
  turbopack: {
    ...withTexts.turbopack,
    rules: {
      ...withTexts.turbopack?.rules,
      "*.js": {
        condition: {
          all: ["browser", "production", { path: /next\/dist\/(build|client|lib|shared)\// }],
        },
        loaders: [{ loader: "./scripts/next-modules.mjs", options: unusedOfNext }],
      },
    },
    // Over next-intl's own choice, which would write the numbers of each language in its own way.
    resolveAlias: {
      ...withTexts.turbopack?.resolveAlias,
      "use-intl/format-message": "./lib/i18n/format-message.ts",
    },
  },
};

export default config;
