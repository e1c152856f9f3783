import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const routeTests = "server/**/*.api.test.ts";

export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
    server: { deps: { inline: ["next-intl"] } }, // it imports next/navigation without an extension
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,components,lib}/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["scripts/testing/browser.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "unit-node",
          include: ["{scripts,server}/**/*.test.ts"],
          exclude: [routeTests],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: [routeTests],
          globalSetup: ["server/testing/prepare-database.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000, // starting the embedded database
        },
      },
    ],
  },
});
