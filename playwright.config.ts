import { defineConfig } from "@playwright/test";
import chromium from "@sparticuz/chromium";

const executablePath = await chromium.executablePath();

/** Need no browser. */
const processTests = "**/*.process.spec.ts";
/** What these try is the same at every width, so the phone tries it for both; `@once` says so of a single journey. */
const sameAtEveryWidth = [
  "account-language",
  "account-return",
  "close-on-back",
  "empty-network",
  "events",
  "friends",
  "jobs",
  "languages",
  "messenger-notifications",
  "messenger-return",
  "messenger-search",
  "messenger-sending",
  "messenger-unread",
  "privacy",
  "schools",
  "security",
  "sessions",
  "settings-data",
  "settings-security",
  "sharing",
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? "test-results/report.json" }],
  ],
  use: {
    // A click that finds nothing to click fails on its own line, long before the journey runs out of time.
    actionTimeout: 20_000,
    // It takes a ninth of the time. What failed is run again with `--trace retain-on-failure`.
    trace: "off",
    locale: "ru-RU",
    timezoneId: "Asia/Tashkent",
    // What a journey holds back or changes on the network must not come from what a worker kept.
    serviceWorkers: "block",
    launchOptions: { executablePath, args: ["--no-sandbox"] },
  },
  // What is tried in two languages, or in both colour schemes, is shared out between the widths.
  projects: [
    {
      name: "phone",
      testIgnore: processTests,
      grepInvert: /\ben: |\bin en |dark scheme/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: "wide",
      testIgnore: [processTests, ...sameAtEveryWidth],
      grepInvert: /@once|\bru: |\bin ru |light scheme/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    { name: "process", testMatch: processTests },
  ],
});
