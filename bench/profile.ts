/**
 * `npm run bench -- profile`: whether the calls of a profile take as long among 100,000 members with a million educations
 * as among 1,000, in one run, on PostgreSQL (DATABASE_URL, else the one on this machine); and whether they read by indexes.
 */
import { z } from "zod";
import { type Ask, openMembersSite } from "#bench/members-site.ts";
import { type ProfileCall, profileCalls } from "#bench/profile/profile-calls.ts";
import { createSeededDatabase, type SeededDatabase } from "#bench/profile/profile-databases.ts";
import { record, reportOn } from "#bench/measure/report.ts";
import { atMost, median, rounded } from "#bench/measure/targets.ts";
import { inTurns } from "#bench/chat/turns.ts";

const rounds = 8;
const tries = 30;
const ratioMax = 1.3;
/** Who is compared, and whose profile they look at. The first seeded member of many has more friends than that of few. */
const memberNumber = 2;
const otherId = 3;

const ids = z.object({ data: z.array(z.object({ id: z.int() })) });

const few = await createSeededDatabase(1_000);
try {
  const many = await createSeededDatabase(100_000);
  try {
    await measure(few, many);
  } finally {
    await many.drop();
  }
} finally {
  await few.drop();
}

async function measure(few: SeededDatabase, many: SeededDatabase): Promise<void> {
  const scansBefore = await many.scans();
  const amongFew = await openSite(few.url);
  try {
    const amongMany = await openSite(many.url);
    try {
      await compareAll(amongFew, amongMany, [few.members, many.members]);
    } finally {
      await amongMany.close();
    }
  } finally {
    await amongFew.close();
  }
  reportScans(scansBefore, await many.scans());
}

/** A server, and the member who calls it. */
interface Site {
  calls: ProfileCall[];
  ask: Ask;
  close: () => Promise<void>;
}

/** Serves a seeded database and signs in. */
async function openSite(databaseUrl: string): Promise<Site> {
  const site = await openMembersSite(databaseUrl);
  try {
    const ask = await site.signIn(memberNumber);
    const firstIn = async (list: string) => ids.parse(await ask("GET", list)).data[0]?.id ?? 0;
    return {
      calls: profileCalls(otherId, {
        educationId: await firstIn("profile/setting/educations"),
        jobId: await firstIn("profile/setting/jobs"),
      }),
      ask,
      close: site.close,
    };
  } catch (error) {
    await site.close();
    throw error;
  }
}

async function compareAll(few: Site, many: Site, members: number[]): Promise<void> {
  const [one = "", other = ""] = members.map((count) => count.toLocaleString("en"));
  console.log(
    `\nmedian of ${tries} calls in ms, the least of ${rounds} rounds, among so many members\n${row("", one, other)}`,
  );
  for (const [index, call] of few.calls.entries()) {
    const same = many.calls[index];
    if (!same) throw new Error("the sites have the same calls");
    const [fewMs, manyMs] = await compare([few, call], [many, same]);
    const measure = `median among ${other} members beside ${one}`;
    const ratio = record(call.name, measure, atMost(manyMs / fewMs, ratioMax, "×"));
    console.log(`${row(call.name, rounded(fewMs), rounded(manyMs))}   ${ratio}`);
  }
}

/** Takes the least of the medians of the rounds, because whatever else the machine does only adds to them. */
async function compare(one: [Site, ProfileCall], other: [Site, ProfileCall]) {
  const times = await inTurns(
    { rounds, tries },
    () => time(one),
    () => time(other),
  );
  return [Math.min(...times.one.map(median)), Math.min(...times.other.map(median))] as const;
}

/** In milliseconds. */
async function time([site, call]: [Site, ProfileCall]): Promise<number> {
  const startedAt = performance.now();
  const answer = await site.ask(call.method, call.path, call.body);
  const tookMs = performance.now() - startedAt;
  await call.undo?.(site.ask, answer);
  return tookMs;
}

/** A call that reads a table from end to end does so each time; what runs at start may do it once. */
function reportScans(before: Map<string, number>, after: Map<string, number>): void {
  const { line } = reportOn(
    "sequential scans over all calls",
    "sequential scans of what grows, over all calls",
  );
  for (const [table, count] of after)
    line(table, atMost(count - (before.get(table) ?? 0), tries - 1));
}

function row(name: string, one: string, other: string): string {
  return `  ${name.padEnd(62)} ${one.padStart(8)} ${other.padStart(8)}`;
}
