/** The plans of every statement behind the calls that find people, as PostgreSQL ran them. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openMembersSite } from "#bench/members-site.ts";
import type { PeopleCall } from "#bench/people/people-calls.ts";
import { growingTables } from "#bench/people/network.ts";
import { openPlanRelay } from "#bench/measure/plan-relay.ts";
import { record } from "#bench/measure/report.ts";
import { atMost } from "#bench/measure/targets.ts";
import { inRoot } from "#scripts/project/paths.mjs";

const scan = new RegExp(`Seq Scan on (?:${growingTables.join("|")})\\b`, "g");

const tries = 6;

/** The session of the request, which every call looks up, or notes that it was used. */
const saysWhoAsks = /FROM sessions JOIN users|UPDATE sessions SET last_used_at/;

/** Writes the plans of the first of each mix to a file, and says which of them read a table from end to end. */
export async function reportPlans(databaseUrl: string, calls: PeopleCall[]): Promise<void> {
  const file = inRoot("var/bench-people-plans.txt");
  const found = await readPlans(databaseUrl, calls);
  mkdirSync(path.dirname(file), { recursive: true });
  const parts = found.map(({ call, plans }) => [`# ${call}`, ...plans].join("\n\n"));
  writeFileSync(file, `${parts.join("\n\n\n")}\n`);
  console.log(`\nplans of every statement, as they ran: ${path.relative(process.cwd(), file)}`);
  for (const { call, plans, statementsMax } of found) {
    const scans = plans.flatMap((plan) => plan.match(scan) ?? []);
    const asked = plans.filter((plan) => !saysWhoAsks.test(plan)).length;
    const statements =
      statementsMax === undefined
        ? asked
        : record(call, "statements", atMost(asked, statementsMax));
    const scanned = record(call, "sequential scans", atMost(scans.length, 0));
    console.log(`  ${call.padEnd(44)} statements ${statements}, sequential scans ${scanned}`);
  }
}

async function readPlans(databaseUrl: string, calls: PeopleCall[]) {
  using relay = await openPlanRelay(databaseUrl);
  await using site = await openMembersSite(relay.url);
  const found: { call: string; plans: string[]; statementsMax: number | undefined }[] = [];
  for (const {
    name,
    statementsMax,
    method = "GET",
    paths: [path = ""],
    by: [n = 1],
    body,
    undo,
  } of calls) {
    const ask = await site.signIn(n);
    const plansOfTries: string[][] = [];
    // The first try fills the caches and does not count. Recurring work of the server adds its statements to some tries, so
    // the one with the fewest counts.
    for (let time = 0; time < tries; time += 1) {
      relay.take();
      const answer = await ask(method, path, body);
      plansOfTries.push(relay.take());
      await undo?.(ask, answer);
    }
    const [plans = []] = plansOfTries.slice(1).sort((one, other) => one.length - other.length);
    found.push({ call: name, plans, statementsMax });
  }
  return found;
}
