import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const routeTests = "server/**/*.api.test.ts";
/** They stop and start servers of their own beside those that these variables name, which not every machine has. */
const onServers = "server/**/*.servers.api.test.ts";
const hasServers = process.env.TEST_DATABASE_URL && process.env.TEST_REDIS_URL;
const isShort = process.env.FAULTS_FORM === "short";
/** What they replace must not have been loaded by another file. */
const mockedRouteTests = "server/**/*.mocked.api.test.ts";
const startsKampus = {
  testTimeout: 60_000,
  hookTimeout: 120_000, // starting the embedded database
  // Each file starts it anew, and is over before its code would be worth optimising.
  execArgv: ["--liftoff-only"],
};

export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 3, // on two processors: one of them waits for a moment to come, or for a database
    // A busy machine is slow, and wrong about nothing.
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
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
          environmentOptions: { jsdom: { url: "http://site.kampus.localhost" } },
          pool: "vmForks", // files share what Node loads; in threads they would hear what others broadcast
          setupFiles: ["scripts/testing/browser.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "unit-node",
          include: ["{bench,scripts,server}/**/*.test.ts"],
          exclude: [routeTests],
        },
      },
      {
        extends: true,
        test: {
          ...startsKampus,
          name: "api",
          alias: [
            {
              find: /^#server\/auth\/passwords\/argon2\.ts$/,
              replacement: path.resolve("server/testing/cheap-argon2.ts"),
            },
          ],
          include: [routeTests],
          exclude: [mockedRouteTests, ...(hasServers ? [] : [onServers])],
          globalSetup: ["server/testing/prepare-database.ts"],
          isolate: false, // loading the back end anew takes a file as long as its tests
        },
      },
      {
        extends: true,
        test: {
          ...startsKampus,
          name: "api-mocked",
          include: [mockedRouteTests],
          globalSetup: ["server/testing/prepare-database.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["e2e/faults/*.fault.ts"],
          exclude: isShort ? ["e2e/faults/*.long.fault.ts"] : [],
          testTimeout: 300_000,
          hookTimeout: 180_000, // two nodes start, and the processors are busy
        },
      },
      {
        extends: true,
        test: {
          name: "deploy",
          include: ["deploy/**/*.test.ts"],
          testTimeout: 30_000, // whole servers are started and stopped
        },
      },
    ],
  },
});
