/** The plans of every statement behind the calls that find people, as PostgreSQL ran them. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openMembersSite } from "#bench/members-site.ts";
import type { PeopleCall } from "#bench/people/people-calls.ts";
import { openPlanRelay } from "#bench/measure/plan-relay.ts";
import { atMost } from "#bench/measure/targets.ts";
import { inRoot } from "#scripts/project/paths.mjs";

/** What grows with the members. */
const scan =
  /Seq Scan on (?:users|educations|jobs|friendships|people|class_members|class_sizes)\b/g;

/** Writes the plans of the first of each mix to a file, and says which of them read a table from end to end. */
export async function reportPlans(databaseUrl: string, calls: PeopleCall[]): Promise<void> {
  const file = inRoot("var/bench-people-plans.txt");
  const found = await readPlans(databaseUrl, calls);
  mkdirSync(path.dirname(file), { recursive: true });
  const parts = found.map(({ call, plans }) => [`# ${call}`, ...plans].join("\n\n"));
  writeFileSync(file, `${parts.join("\n\n\n")}\n`);
  console.log(`\nplans of every statement, as they ran: ${path.relative(process.cwd(), file)}`);
  for (const { call, plans } of found) {
    const scans = plans.flatMap((plan) => plan.match(scan) ?? []);
    console.log(
      `  ${call.padEnd(44)} ${plans.length} statements, sequential scans ${atMost(scans.length, 0)}`,
    );
  }
}

async function readPlans(databaseUrl: string, calls: PeopleCall[]) {
  const relay = await openPlanRelay(databaseUrl);
  try {
    const site = await openMembersSite(relay.url);
    try {
      const found: { call: string; plans: string[] }[] = [];
      for (const {
        name,
        paths: [path = ""],
        by: [n = 1],
      } of calls) {
        const ask = await site.signIn(n);
        // The second time finds in memory what the first has read.
        await ask("GET", path);
        relay.take();
        await ask("GET", path);
        found.push({ call: name, plans: relay.take() });
      }
      return found;
    } finally {
      await site.close();
    }
  } finally {
    relay.close();
  }
}
