/** How soon a chat is painted, and whether one can type in a long one on a slow machine. */
import { type Browser, chromium, type Page } from "@playwright/test";
import sparticuz from "@sparticuz/chromium";
import type { Client } from "pg";
import {
  membersStatement,
  privateChatsStatements,
  sessionStatement,
} from "#bench/chat/seed-statements.ts";
import { record } from "#bench/measure/report.ts";
import { inDatabase } from "#bench/seeded-database.ts";
import { atMost, median, rounded } from "#bench/measure/targets.ts";
import { openTemporaryKampus } from "#bench/temporary-kampus.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { sessionCookie } from "#e2e/members.ts";
import { hrefOf, routes } from "#lib/routes.ts";

const widths = { phone: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } };
const token = "bench-1";
/** The first chat is the long one. */
const chats = 24;
const longMessages = 100_000;
const shortMessages = 200;
const visitedMsMax = 100;
const unvisitedMsMax = 300;
const frameMsMax = 50;
const slowDown = 4;
const typed = "Съешь же ещё этих мягких французских булок, да выпей чаю ".repeat(2);
const keyEveryMs = 70;

/** On a database that is made and dropped. */
export async function measureScreen(): Promise<void> {
  await using opened = await openTemporaryKampus({ RATE_LIMIT_SCALE: "1000" });
  const { database, kampus } = opened;
  await using browser = await chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: ["--no-sandbox"],
  });
  await inDatabase(database.url, fill);
  for (const name of ["phone", "wide"] as const) {
    console.log(`\n${name}: ${widths[name].width} px`);
    await measureAt(browser, kampus, name);
  }
}

async function measureAt(browser: Browser, kampus: Kampus, name: keyof typeof widths) {
  await using context = await browser.newContext({ viewport: widths[name] });
  await context.addCookies([sessionCookie(kampus, { token })]);
  const page = await context.newPage();
  const hrefOfChat = (id: number) => hrefOf(kampus.deployment, "ru", routes.chat("private", id));
  await page.goto(hrefOf(kampus.deployment, "ru", routes.chats()));
  await page
    .getByRole("link", { name: /Участник/ })
    .first()
    .waitFor();
  const unvisited: number[] = [];
  const visited: number[] = [];
  for (let id = chats; id > 1; id -= 1) unvisited.push(await open(page, hrefOfChat(id), id));
  for (let id = chats; id > 1; id -= 1) visited.push(await open(page, hrefOfChat(id), id));
  report(name, "not visited before", unvisited, unvisitedMsMax);
  report(name, "visited before", visited, visitedMsMax);
  await page.goto(hrefOfChat(1));
  await reportTyping(name, page);
}

function report(width: string, visit: string, times: readonly number[], limit: number) {
  const verdict = atMost(Math.max(...times), limit, " ms");
  const slowest = record(`a chat ${visit}, ${width}`, "slowest to be painted", verdict);
  console.log(`  ${visit.padEnd(20)} median ${rounded(median(times))} ms, slowest ${slowest}`);
}

/** From the press on its row to the frame that shows its newest message, in milliseconds. */
async function open(page: Page, href: string, chatId: number): Promise<number> {
  return page.evaluate(
    async ([address, text]) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>("li a")];
      const row = links.find((link) => link.href === address);
      if (!row) throw new Error(`no row leads to ${address}`);
      const startedAt = performance.now();
      row.click();
      for (;;) {
        await new Promise(requestAnimationFrame);
        const bubbles = [...document.querySelectorAll("[data-bubble]")];
        if (bubbles.some((bubble) => bubble.textContent.includes(text))) break;
      }
      return performance.now() - startedAt;
    },
    [href, `Чат ${chatId}, сообщение ${shortMessages}.`] as const,
  );
}

/** Frames are those that the page is given while a key is pressed every few milliseconds. */
async function reportTyping(width: string, page: Page): Promise<void> {
  await page.locator("[data-bubble]").last().waitFor();
  const field = page.getByRole("textbox", { name: "Сообщение" });
  await field.click();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let before = performance.now();
    const next = () => {
      const now = performance.now();
      frames.push(now - before);
      before = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await page.keyboard.type(typed, { delay: keyEveryMs });
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames); // set above
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const long = frames.filter((ms) => ms > frameMsMax).length;
  const verdict = atMost(Math.max(...frames), frameMsMax, " ms");
  const slowest = record(`typing in a long chat, ${width}`, "slowest frame", verdict);
  console.log(
    `  typing, ${slowDown}× slower     ${frames.length} frames, ${long} over ${frameMsMax} ms, slowest ${slowest}`,
  );
}

async function fill(client: Client): Promise<void> {
  for (const statement of statements) await client.query(statement);
  await client.query("ANALYZE");
}

const statements = [
  membersStatement(chats + 1, { surname: "'Участник' || n", searchName: "'uchastnik' || n" }),
  sessionStatement(token),
  ...privateChatsStatements({ chats, longMessages, shortMessages }),
];
