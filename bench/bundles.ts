/**
 * `npm run bench -- bundles`: what each screen of visitors and members begins with, as built (Brotli, without headers),
 * the twenty modules that weigh most in it, and whether it keeps the budget of bench/bundles-budget.json. Fails where
 * one does not. A treemap of the modules is written beside.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { largestModules, modulesAtOnce, type ModuleWeight } from "#bench/measure/bundle-modules.ts";
import budgets from "#bench/bundles-budget.json" with { type: "json" };
import { reportOn } from "#bench/measure/report.ts";
import { atMost, rounded } from "#bench/measure/targets.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";
import type { PreparedFile } from "#server/pages/prepare.ts";
import { loadPrepared } from "#server/pages/prepared-answers.ts";

type Screen = keyof typeof budgets;

/** The folder of the page below app/[locale]; of a page that members see alone, what it begins with for them. */
const screens: Record<Screen, string> = {
  login: "/site/login",
  "sign-up": "/site/signup",
  recovery: "/site/recovery",
  confirmation: "/site/confirmation",
  home: "/site",
  "member's home": "/site/for-members",
  invitation: "/site/i/_",
  institution: "/profile/objects/_",
  profile: "/profile",
  "other member": "/profile/users/_",
  friends: "/profile/friends",
  find: "/profile/friends/find",
  settings: "/profile/settings",
  chat: "/chat",
  conversation: "/chat/conversation",
};
const locale = "ru";
const modulesShown = 20;
const kilobyte = 1000;
const next = inRoot("node_modules/next/dist/bin/next");
/** Where `next analyze --output` writes it. */
const treemap = ".next/diagnostics/analyze/index.html";

const prepared = await loadPrepared(".next");
await analyze();
const kept: boolean[] = [];
const pages = Object.entries(screens) as [Screen, string][]; // Object.entries answers any strings
for (const [screen, page] of pages) {
  const weight = weightOf(page);
  const budget = budgets[screen];
  const scripts = atMost(weight.scripts, budget.scripts, " KB");
  const document = atMost(weight.document, budget.document, " KB");
  kept.push(scripts.kept, document.kept);
  const { line } = reportOn(screen);
  line("JavaScript", scripts);
  line("document", document);
  for (const { name, bytes } of largestModules(await modulesOf(page), modulesShown))
    console.log(`    ${rounded(bytes / kilobyte).padStart(6)} KB  ${name}`);
}
console.log(
  `\nThe treemap of their modules is ${treemap}; docs/performance.md says how to open it.`,
);
if (kept.includes(false)) {
  console.log("\nA screen weighs more than bench/bundles-budget.json allows.");
  process.exitCode = 1;
}

function weightOf(page: string) {
  const file = prepared.pages.get(`/${locale}${page}`);
  if (!file) throw new Error(`There is no page ${page}`);
  const html = Buffer.from(file.bodies.get("identity")?.read() ?? []).toString("utf8");
  const scripts = [...html.matchAll(/<script\b([^>]*)>/g)]
    .filter(([, attributes = ""]) => !/\bnomodule\b/i.test(attributes)) // for browsers of before 2018
    .map(([, attributes = ""]) => /\bsrc="(\/_next\/[^"]+)"/.exec(attributes)?.[1] ?? "");
  const bytes = [...new Set(scripts)].map((address) => sent(prepared.assets.get(address)));
  return {
    scripts: bytes.reduce((sum, size) => sum + size, 0) / kilobyte,
    document: sent(file) / kilobyte,
  };
}

/** Bytes of the best coding. */
function sent(file: PreparedFile | undefined): number {
  return Math.min(...(file?.bodies.values().map((body) => body.length) ?? [0]));
}

/** Builds once more, only to say what is in it; the pages that are served stay as they are. */
async function analyze(): Promise<void> {
  const child = spawn(projectNode, [next, "analyze", "--output", "--experimental-app-only"], {
    cwd: inRoot("."),
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null]; // once answers any[]
  if (code !== 0) throw new Error("The bundles could not be analyzed");
}

async function modulesOf(page: string): Promise<ModuleWeight[]> {
  const route = `/[locale]${page}`;
  const child = spawn(projectNode, [next, "analyze", "export", "--route", route], {
    cwd: inRoot("."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  return modulesAtOnce(createInterface({ input: child.stdout }));
}
