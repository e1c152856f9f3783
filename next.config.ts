import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

const nextConfig: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` checks types; a start must not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Pages are prerendered for every domain alike: addresses and brand come from /config.js at run time.
  images: { unoptimized: true },
  allowedDevOrigins: ["**.kampus.localhost"],
  headers: () =>
    Promise.resolve([
      {
        source: "/:path*",
        headers: [
          {
            key: "Content-Security-Policy",
            value: "frame-ancestors 'none'; object-src 'none'; base-uri 'none'",
          },
          { key: "X-Content-Type-Options", value: "nosniff" },
          { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
        ],
      },
    ]),
  experimental: {
    // Each route fetches little more than its own styles.
    cssChunking: "graph",
    optimizePackageImports: [
      "@mantine/core",
      "@mantine/hooks",
      "@mantine/form",
      "@mantine/notifications",
      "@tabler/icons-react",
    ],
  },
};

export default withNextIntl(nextConfig);
