/**
 * `npm run bench -- pages`: what the screens weigh and how soon they can be used on a slow phone, for visitors and for
 * members, each held to the limits of its kind, and what Lighthouse says of those of visitors. They are visited as by
 * somebody who saves data. `BENCH_PAGES=weight` prints what they weigh alone, after one visit each;
 * `BENCH_PAGES=time` leaves Lighthouse out. Further words name the screens: `BENCH_PAGES="time profile friends"`.
 */
import { chromium, type Page } from "@playwright/test";
import sparticuz from "@sparticuz/chromium";
import lighthouse from "lighthouse";
import { freePort } from "#bench/measure/ports.ts";
import { reportOn } from "#bench/measure/report.ts";
import { type MeasuredVisit, visit } from "#bench/measure/slow-phone.ts";
import { atLeast, atMost, median, rounded } from "#bench/measure/targets.ts";
import { Kampus } from "#e2e/kampus.ts";
import {
  befriend,
  call,
  karimov,
  type Member,
  newMember,
  sessionCookie,
  write,
} from "#e2e/members.ts";
import { invitationMade } from "#lib/invitations/schema.ts";
import { hrefOf, type Route, routes } from "#lib/routes.ts";

/** Times in milliseconds, weights in kilobytes. */
interface Limits {
  scripts: number;
  total: number;
  usableMs: number;
  lcpMs?: number;
}

const account: Limits = { scripts: 150, total: 190, lcpMs: 1200, usableMs: 2000 };
const open: Limits = { scripts: 165, total: 235, lcpMs: 1200, usableMs: 2000 };
const signedIn: Limits = { scripts: 220, total: 300, usableMs: 2500 };
const conversation: Limits = { scripts: 260, total: 340, usableMs: 2500 };
const common = { layoutShift: 0.02, usableAgainMs: 800, requests: 25 };

interface Screen {
  name: string;
  route: Route;
  limits: Limits;
  usable: (page: Page) => ReturnType<Page["locator"]>;
  /** Who opens it. */
  member?: Member;
}

type Line = ReturnType<typeof reportOn>["line"];

const [mode = "all", ...asked] = (process.env.BENCH_PAGES ?? "all").split(" ");
const visitsPerScreen = mode === "weight" ? 1 : 3;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const kilobyte = 1000;

await using kampus = await Kampus.start();
const debuggingPort = await freePort();
await using browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: ["--no-sandbox", `--remote-debugging-port=${debuggingPort}`],
});
for (const screen of [...(await visitorScreens()), ...(await memberScreens())]) {
  if (asked.length > 0 && !asked.includes(screen.name)) continue;
  await measure(screen);
}

async function visitorScreens(): Promise<Screen[]> {
  const inviter = await newMember(kampus, karimov);
  const made = await call(kampus, inviter, "POST", "/api/ru/invitations", { kind: "kampus" });
  const { code } = invitationMade.parse(made).data;
  const field = (page: Page) => page.locator("main input");
  const main = (page: Page) => page.locator("main");
  return [
    { name: "login", route: routes.login(), limits: account, usable: field },
    { name: "sign-up", route: routes.signup(), limits: account, usable: field },
    { name: "recovery", route: routes.recovery(), limits: account, usable: field },
    { name: "confirmation", route: routes.confirmation(), limits: account, usable: main },
    { name: "invitation", route: routes.invitation(code), limits: account, usable: main },
    { name: "home", route: routes.home(), limits: open, usable: main },
    { name: "institution", route: routes.institution(1), limits: open, usable: main },
  ];
}

/** The screens of a member who has a friend and a chat with them. */
async function memberScreens(): Promise<Screen[]> {
  const member = await newMember(kampus, karimov);
  const friend = await newMember(kampus, { ...karimov, surname: "Рахимов", name: "Тимур" });
  await befriend(kampus, member, friend);
  let chatId = 0;
  for (let count = 1; count <= 30; count += 1)
    chatId = await write(kampus, friend, member, `Сообщение ${count}`);
  const heading = (page: Page) => page.getByRole("heading", { name: karimov.name });
  const link = (page: Page) => page.locator("main").getByRole("link");
  const ofFriend = (page: Page) => link(page).filter({ hasText: friend.fullname });
  const field = (page: Page) => page.locator("main").getByRole("searchbox");
  const bubble = (page: Page) => page.locator("[data-bubble]");
  const screens: Omit<Screen, "member">[] = [
    { name: "profile", route: routes.profile(), limits: signedIn, usable: heading },
    {
      name: "member",
      route: routes.member(friend.id),
      limits: signedIn,
      usable: ofHeading(friend),
    },
    { name: "friends", route: routes.friends(), limits: signedIn, usable: ofFriend },
    { name: "find", route: routes.findPeople(), limits: signedIn, usable: field },
    { name: "settings", route: routes.settings(), limits: signedIn, usable: link },
    { name: "member's-home", route: routes.home(), limits: signedIn, usable: heading },
    { name: "chats", route: routes.chats(), limits: signedIn, usable: ofFriend },
    {
      name: "conversation",
      route: routes.chat("private", chatId),
      limits: conversation,
      usable: bubble,
    },
  ];
  return screens.map((screen) => ({ ...screen, member }));
}

function ofHeading({ fullname }: Member) {
  return (page: Page) => page.getByRole("heading", { name: fullname });
}

async function measure({ name, route, limits, usable, member }: Screen): Promise<void> {
  const address = hrefOf(kampus.deployment, "ru", route);
  const { line } = reportOn(name, `${name}  ${address}`);
  const visits: MeasuredVisit[] = [];
  for (let count = 0; count < visitsPerScreen; count += 1)
    visits.push(
      await visit(browser, {
        address,
        usable,
        savesData: true,
        prepare: async (context) => {
          if (member) await context.addCookies([sessionCookie(kampus, member)]);
        },
      }),
    );
  reportWeight(line, visits, limits);
  if (mode === "weight") return;
  reportTimes(line, visits, limits);
  if (mode === "all" && !member) await reportLighthouse(line, address);
}

function reportTimes(line: Line, visits: readonly MeasuredVisit[], limits: Limits): void {
  const medianOf = (read: (visit: MeasuredVisit) => number) => median(visits.map(read));
  const lcpMs = medianOf((visit) => visit.lcpMs);
  line("first content", `${rounded(medianOf((visit) => visit.firstContentMs))} ms`);
  line(
    "largest contentful paint",
    limits.lcpMs ? atMost(lcpMs, limits.lcpMs, " ms") : `${rounded(lcpMs)} ms`,
  );
  line(
    "usable",
    atMost(
      medianOf((visit) => visit.usableMs),
      limits.usableMs,
      " ms",
    ),
  );
  line(
    "usable on the next visit",
    atMost(
      medianOf((visit) => visit.usableAgainMs),
      common.usableAgainMs,
      " ms",
    ),
  );
  line(
    "layout shift",
    atMost(
      medianOf((visit) => visit.layoutShift),
      common.layoutShift,
    ),
  );
}

function reportWeight(line: Line, visits: readonly MeasuredVisit[], limits: Limits): void {
  const medianOf = (read: (visit: MeasuredVisit) => number) => median(visits.map(read));
  const kilobytes = (read: (bytes: Map<string, number>) => number) =>
    medianOf(({ bytes }) => read(bytes) / kilobyte);
  const of = (type: string) => kilobytes((bytes) => bytes.get(type) ?? 0);
  const total = kilobytes((bytes) => bytes.values().reduce((sum, size) => sum + size, 0));
  line("JavaScript", atMost(of("Script"), limits.scripts, " KB"));
  line("all on the wire", atMost(total, limits.total, " KB"));
  line(
    "requests before usable",
    atMost(
      medianOf((visit) => visit.requests),
      common.requests,
    ),
  );
  line("calls before usable", `${medianOf((visit) => visit.calls)}`);
  const types = new Set(visits.flatMap(({ bytes }) => [...bytes.keys()]));
  console.log(`    ${[...types].map((type) => `${type} ${rounded(of(type))}`).join(" · ")}`);
}

/** Lighthouse simulates the same network and slow-down that our visits have. */
async function reportLighthouse(line: Line, address: string): Promise<void> {
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
    line(`Lighthouse ${title ?? category}`, atLeast(points, least));
    for (const { id, weight } of auditRefs ?? []) {
      const audit = result.lhr.audits[id];
      if (points < least && weight > 0 && (audit?.score ?? 1) < 0.9)
        console.log(`    ${id}: ${audit?.displayValue ?? audit?.title ?? ""}`);
    }
  }
}
