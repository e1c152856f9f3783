/**
 * `npm run bench -- pages`: what the screens weigh, how soon the first tap is answered on a slow phone at the first and at
 * the next visit, what Lighthouse says of them, and how soon they answer while they are used; for visitors and for members,
 * each held to the limits of its kind. They are visited as by somebody who saves data. `BENCH_PAGES` names parts: `weight`
 * prints what they weigh alone, after one visit each; `time` that and how soon they can be used; `lighthouse` and `use`
 * the other two, by themselves. Further words name the screens, and a number the seconds of use, which are a minute where
 * lists are long: `BENCH_PAGES="time profile friends"`, `BENCH_PAGES="use 5 chats"`.
 */
import { type BrowserContext, chromium } from "@playwright/test";
import sparticuz from "@sparticuz/chromium";
import { freePort } from "#bench/measure/ports.ts";
import { reportOn } from "#bench/measure/report.ts";
import { openSlowPhone, whenHydrated } from "#bench/measure/slow-phone.ts";
import { atLeast, atMost, median, rounded } from "#bench/measure/targets.ts";
import { addBusyMember } from "#bench/pages/busy-member.ts";
import { type FirstLoad, loadFirst } from "#bench/pages/first-load.ts";
import { type TappedVisits, visitAndTap } from "#bench/pages/first-tap.ts";
import { leastPoints, scoresOf } from "#bench/pages/lighthouse-scores.ts";
import {
  type MeasuredScreen,
  memberScreens,
  type ScreenLimits,
  visitorScreens,
} from "#bench/pages/measured-screens.ts";
import { measureUse, type TimedEvent } from "#bench/pages/responsiveness.ts";
import { useFor } from "#bench/pages/rounds-of-use.ts";
import { openTemporaryKampus } from "#bench/temporary-kampus.ts";
import { type Member, sessionCookie } from "#e2e/members.ts";
import { hrefOf, type Route } from "#lib/routes.ts";

const common = { layoutShift: 0.02, usableAgainMs: 800, requests: 25 };
const useLimits = { interactionMs: 100, longTaskMs: 200 };
const visitsPerScreen = 3;
const kilobyte = 1000;

const parts = ["weight", "time", "lighthouse", "use"];
const words = (process.env.BENCH_PAGES ?? "").split(/\s+/).filter(Boolean);
const askedSeconds = words.map(Number).find((seconds) => seconds > 0);
const askedParts = words.filter((word) => parts.includes(word));
const askedScreens = words.filter(
  (word) => ![...parts, "all"].includes(word) && Number.isNaN(Number(word)),
);
const measures = (...some: string[]) =>
  askedParts.length === 0 || some.some((part) => askedParts.includes(part));

await using opened = await openTemporaryKampus();
const { database, kampus } = opened;
const debuggingPort = await freePort();
await using browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: ["--no-sandbox", `--remote-debugging-port=${debuggingPort}`],
});
const busy = await addBusyMember(database.url);
const screens = [...(await visitorScreens(kampus)), ...(await memberScreens(kampus, busy))];
const unknown = askedScreens.find((asked) => !screens.some(({ name }) => name === asked));
if (unknown !== undefined) throw new Error(`There is neither a part nor a screen "${unknown}"`);
for (const screen of screens)
  if (askedScreens.length === 0 || askedScreens.includes(screen.name)) await measure(screen);

type Line = ReturnType<typeof reportOn>["line"];

async function measure(screen: MeasuredScreen): Promise<void> {
  const address = addressOf(screen.route);
  const { line } = reportOn(screen.name, `${screen.name}  ${address}`);
  const { content, tap, limits, member } = screen;
  const owner = { savesData: true, ...signedInAs(member) };
  if (measures("weight", "time"))
    reportLoad(line, await loadFirst(browser, { ...owner, address, content }), limits);
  if (measures("time")) {
    const isPlaced = limits.inPlaceMs !== undefined;
    const visits: TappedVisits[] = [];
    for (let count = 0; count < visitsPerScreen; count += 1)
      visits.push(
        await visitAndTap(browser, { ...owner, address, content, tap, debuggingPort, isPlaced }),
      );
    reportTimes(line, visits, limits);
  }
  if (measures("lighthouse")) await reportLighthouse(line, address, member);
  if (measures("use")) await reportUse(line, screen);
}

function addressOf(route: Route): string {
  return hrefOf(kampus.deployment, "ru", route);
}

function signedInAs(member: Pick<Member, "token"> | undefined) {
  if (!member) return {};
  const cookies = [sessionCookie(kampus, member)];
  return { prepare: (context: BrowserContext) => context.addCookies(cookies) };
}

function reportLoad(line: Line, load: FirstLoad, limits: ScreenLimits): void {
  const { bytes, requests, calls, layoutShift } = load;
  const kilobytes = bytes.entries().map(([type, size]) => [type, size / kilobyte] as const);
  const byType = new Map(kilobytes);
  const total = byType.values().reduce((sum, size) => sum + size, 0);
  line("JavaScript", atMost(byType.get("Script") ?? 0, limits.scripts, " KB"));
  line("all on the wire", atMost(total, limits.total, " KB"));
  line("requests before usable", atMost(requests, common.requests));
  line("calls before usable", limited(calls, limits.calls));
  line("layout shift", atMost(layoutShift, common.layoutShift));
  console.log(`    ${[...byType].map(([type, size]) => `${type} ${rounded(size)}`).join(" · ")}`);
}

function reportTimes(line: Line, visits: readonly TappedVisits[], limits: ScreenLimits): void {
  const medianOf = (measured: keyof TappedVisits) => median(visits.map((visit) => visit[measured]));
  line("first content", limited(medianOf("firstContentMs"), limits.firstContentMs, " ms"));
  line("largest contentful paint", limited(medianOf("lcpMs"), limits.lcpMs, " ms"));
  if (limits.inPlaceMs)
    line("everything in place", atMost(medianOf("inPlaceMs"), limits.inPlaceMs, " ms"));
  line("usable", atMost(medianOf("usableMs"), limits.usableMs, " ms"));
  const againMs = medianOf("usableAgainMs");
  line("usable on the next visit", atMost(againMs, common.usableAgainMs, " ms"));
}

/** What has no limit is printed alone. */
function limited(value: number, limit: number | undefined, unit = "") {
  return limit === undefined ? `${rounded(value)}${unit}` : atMost(value, limit, unit);
}

async function reportLighthouse(line: Line, address: string, member?: Pick<Member, "token">) {
  const least = member ? leastPoints.member : leastPoints.visitor;
  const cookie = member && sessionCookie(kampus, member);
  for (const score of await scoresOf({ browser, debuggingPort }, address, least, cookie)) {
    line(`Lighthouse ${score.title}`, atLeast(score.points, score.least));
    if (score.points < score.least) for (const fault of score.faults) console.log(`    ${fault}`);
  }
}

async function reportUse(line: Line, screen: MeasuredScreen): Promise<void> {
  const { content, round, seconds, route, member } = { ...screen, ...screen.used };
  await using phone = await openSlowPhone(browser, {
    ...{ savesData: true, serviceWorkers: "block" },
    ...signedInAs(member),
  });
  const { page } = phone;
  await page.goto(addressOf(route), { waitUntil: "commit" });
  await whenHydrated(page, content(page));
  const used = await measureUse(page, () => useFor(askedSeconds ?? seconds, page, round));
  const named = (event: TimedEvent | undefined) => (event ? event.what : "nothing took 16 ms");
  const { slow, slowest, interactions, longestTaskMs } = used;
  const beside = `${interactions} interactions; ${named(slow)}`;
  line("interaction to next paint", atMost(slow?.ms ?? 0, useLimits.interactionMs, " ms"), beside);
  if (slowest && slowest !== slow)
    console.log(`    slowest ${rounded(slowest.ms)} ms: ${slowest.what}`);
  line("longest task once usable", atMost(longestTaskMs, useLimits.longTaskMs, " ms"));
}
