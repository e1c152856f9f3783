/**
 * `npm run bench -- pages`: what the screens of a visitor weigh and how soon they show on a slow phone, and what
 * Lighthouse says. Prints what the login page is held to. `BENCH_PAGES=weight` prints what they weigh alone, after one
 * visit each.
 */
import { chromium } from "@playwright/test";
import sparticuz from "@sparticuz/chromium";
import lighthouse from "lighthouse";
import { freePort } from "#bench/measure/ports.ts";
import { type MeasuredVisit, visit } from "#bench/measure/slow-phone.ts";
import { atLeast, atMost, median, rounded } from "#bench/measure/targets.ts";
import { Kampus } from "#e2e/kampus.ts";
import { hrefOf, type Route, routes } from "#lib/routes.ts";

const screens: [name: string, route: Route][] = [
  ["login", routes.login()],
  ["sign-up", routes.signup()],
  ["recovery", routes.recovery()],
  ["confirmation", routes.confirmation()],
  ["home", routes.home()],
  ["institution", routes.institution(1)],
];
const onlyWeight = process.env.BENCH_PAGES === "weight";
const visitsPerScreen = onlyWeight ? 1 : 3;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const kilobyte = 1000;

const kampus = await Kampus.start();
const debuggingPort = await freePort();
const browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: ["--no-sandbox", `--remote-debugging-port=${debuggingPort}`],
});
try {
  for (const [name, route] of screens) {
    const address = hrefOf(kampus.deployment, "ru", route);
    console.log(`\n${name}  ${address}`);
    const visits: MeasuredVisit[] = [];
    for (let count = 0; count < visitsPerScreen; count += 1)
      visits.push(await visit(browser, address));
    if (onlyWeight) {
      reportWeight(visits, false);
      continue;
    }
    report(visits, name === "login");
    await reportLighthouse(address, name === "login");
  }
} finally {
  await browser.close();
  await kampus.close();
}

function report(visits: readonly MeasuredVisit[], held: boolean): void {
  const medianOf = (read: (visit: MeasuredVisit) => number) => median(visits.map(read));
  const lcpMs = medianOf((visit) => visit.lcpMs);
  const layoutShift = medianOf((visit) => visit.layoutShift);
  console.log(`  largest contentful paint  ${shown(lcpMs, 2000, " ms", held)}`);
  console.log(`  layout shift              ${shown(layoutShift, 0.02, "", held)}`);
  reportWeight(visits, held);
}

function shown(value: number, limit: number, unit: string, held: boolean): string {
  return held ? atMost(value, limit, unit) : `${rounded(value)}${unit}`;
}

function reportWeight(visits: readonly MeasuredVisit[], held: boolean): void {
  const kilobytes = (read: (bytes: Map<string, number>) => number) =>
    median(visits.map(({ bytes }) => read(bytes) / kilobyte));
  const of = (type: string) => kilobytes((bytes) => bytes.get(type) ?? 0);
  const total = kilobytes((bytes) => bytes.values().reduce((sum, size) => sum + size, 0));
  console.log(`  JavaScript                ${shown(of("Script"), 170, " KB", held)}`);
  console.log(`  CSS                       ${shown(of("Stylesheet"), 15, " KB", held)}`);
  console.log(`  all on the wire           ${shown(total, 200, " KB", held)}`);
  const types = new Set(visits.flatMap(({ bytes }) => [...bytes.keys()]));
  console.log(`    ${[...types].map((type) => `${type} ${rounded(of(type))}`).join(" · ")}`);
}

/** Its own "slow 4G" is the same network and the same slow-down; it simulates them. */
async function reportLighthouse(address: string, held: boolean): Promise<void> {
  const result = await lighthouse(address, {
    port: debuggingPort,
    onlyCategories: [...categories],
    logLevel: "silent",
  });
  if (!result) throw new Error("Lighthouse said nothing");
  for (const category of categories) {
    const { score, title, auditRefs } = result.lhr.categories[category] ?? {};
    const points = Math.round((score ?? 0) * 100);
    const least = category === "performance" ? 95 : 100;
    console.log(
      `  Lighthouse ${(title ?? category).padEnd(15)}${held ? atLeast(points, least) : points}`,
    );
    for (const { id, weight } of auditRefs ?? []) {
      const audit = result.lhr.audits[id];
      if (points < least && weight > 0 && (audit?.score ?? 1) < 0.9)
        console.log(`    ${id}: ${audit?.displayValue ?? audit?.title ?? ""}`);
    }
  }
}
