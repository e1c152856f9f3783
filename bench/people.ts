/**
 * `npm run bench -- people`: how long it takes to find people among a million members with 20,000,000 friendships, beside
 * 10,000 members, in one run, with a class of 2,000 at an institution of 60,000 beside one of 40 at one of 600, and to open
 * that class, that institution, the home page and a profile; on PostgreSQL (DATABASE_URL, else the one on this machine);
 * and by which plans.
 * BENCH_PEOPLE="10000 1000000" says how many members each database has, or names one that has been seeded already; "home,a class"
 * after them measures only the calls whose names begin so.
 */
import { loadavg } from "node:os";
import { z } from "zod";
import { type Ask, type MembersSite, openMembersSite } from "#bench/members-site.ts";
import { largeCrowd, smallCrowd } from "#bench/people/class-crowd.ts";
import { askers, requireAskers, type PeopleCall, peopleCalls } from "#bench/people/people-calls.ts";
import { openPeopleDatabase, type PeopleDatabase } from "#bench/people/people-databases.ts";
import { reportPlans } from "#bench/people/people-plans.ts";
import { record } from "#bench/measure/report.ts";
import { atMost, median, quantile, rounded } from "#bench/measure/targets.ts";
import { inTurns } from "#bench/chat/turns.ts";

const rounds = 10;
const tries = 40;
const ratioMax = 1.3;
const list = z.object({ data: z.array(z.unknown()) });

const [givenFew = "10000", givenMany = "1000000", ...beginning] = (process.env.BENCH_PEOPLE ?? "")
  .split(" ")
  .filter(Boolean);
await using few = await openPeopleDatabase(givenFew, smallCrowd);
await using many = await openPeopleDatabase(givenMany, largeCrowd);
requireAskers(few.members, many.members);
await measure(few, many);

/** A database that is served, and its members who ask. */
interface Subject {
  members: number;
  calls: PeopleCall[];
  asks: Map<number, Ask>;
}

async function measure(few: PeopleDatabase, many: PeopleDatabase): Promise<void> {
  await using siteOfFew = await openMembersSite(few.url);
  await using siteOfMany = await openMembersSite(many.url);
  const amongFew = await subjectOf(siteOfFew, few);
  const amongMany = await subjectOf(siteOfMany, many);
  printHead(few, many);
  for (const [index, call] of amongMany.calls.entries()) {
    const same = amongFew.calls[index];
    if (!same) throw new Error("the sites have the same calls");
    await compare([amongFew, same], [amongMany, call]);
  }
  await reportPlans(many.url, amongMany.calls);
}

async function subjectOf(site: MembersSite, { members }: PeopleDatabase): Promise<Subject> {
  const asks = new Map<number, Ask>();
  for (const n of askers) asks.set(n, await site.signIn(n));
  const [first] = asks.values();
  if (!first) throw new Error("somebody asks");
  const calls = await peopleCalls(first);
  const isAsked = ({ name }: PeopleCall) =>
    beginning
      .join(" ")
      .split(",")
      .some((asked) => name.startsWith(asked));
  return { members, calls: calls.filter(isAsked), asks };
}

function printHead(few: PeopleDatabase, many: PeopleDatabase): void {
  const sizes = [few, many].map(
    ({ members, friendships }) =>
      `${members.toLocaleString("en")} members with ${friendships.toLocaleString("en")} friendships`,
  );
  const [minute = 0] = loadavg();
  console.log(
    `\n${rounds * tries} answers over HTTP, in ms, among ${sizes.join(" and among ")}; the load of the machine is ${rounded(minute)}`,
  );
  console.log("the ratio is that of the medians, each the least of the rounds\n");
  console.log(row("", ["rows", "p50", "p99", "rows", "p50", "p99"]));
}

async function compare(one: [Subject, PeopleCall], other: [Subject, PeopleCall]): Promise<void> {
  const times = await inTurns(
    { rounds, tries },
    async (count) => (await callOnce(one, count)).tookMs,
    async (count) => (await callOnce(other, count)).tookMs,
  );
  const least = (ofRounds: number[][]) => Math.min(...ofRounds.map(median));
  const [, { name, p99MaxMs }] = other;
  const p99Ms = quantile(times.other.flat(), 0.99);
  const shown = [
    [await answeredRows(one), times.one.flat()] as const,
    [await answeredRows(other), times.other.flat()] as const,
  ].flatMap(([rows, all]) => [rows, quantile(all, 0.5), quantile(all, 0.99)].map(rounded));
  const few = one[0].members.toLocaleString("en");
  const many = other[0].members.toLocaleString("en");
  const p99 =
    p99MaxMs === undefined
      ? ""
      : `p99 ${record(name, `p99 among ${many} members`, atMost(p99Ms, p99MaxMs, " ms"))}   `;
  const ratio = record(
    name,
    `median among ${many} members beside ${few}`,
    atMost(least(times.other) / least(times.one), ratioMax, "×"),
  );
  console.log(`${row(name, shown)}   ${p99}${ratio}`);
}

/** One of the mix; the time is in milliseconds. */
async function callOnce([{ asks }, call]: [Subject, PeopleCall], count: number) {
  const path = call.paths[count % call.paths.length];
  const ask = asks.get(call.by[count % call.by.length] ?? 0);
  if (path === undefined || !ask) throw new Error("nobody asks for anything");
  const startedAt = performance.now();
  const answer = await ask(call.method ?? "GET", path, call.body);
  const tookMs = performance.now() - startedAt;
  await call.undo?.(ask, answer);
  return { answer, tookMs };
}

/** The average number of rows that the calls of a mix return, because a page that is not full takes less time. */
async function answeredRows(asked: [Subject, PeopleCall]): Promise<number> {
  const lengths: number[] = [];
  for (const index of asked[1].paths.keys())
    lengths.push(list.safeParse((await callOnce(asked, index)).answer).data?.data.length ?? 1);
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

function row(name: string, values: string[]): string {
  return `  ${name.padEnd(44)} ${values.map((value) => value.padStart(7)).join(" ")}`;
}
