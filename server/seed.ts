/**
 * `npm run seed`: fills the database of this environment with members, their educations, jobs and friendships, always
 * the same ones. Where the root domain can only be this machine, all share one password; elsewhere none can sign in.
 */
import { openDatabase } from "#server/db/database.ts";
import { oneAtATime } from "#server/db/one-at-a-time.ts";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/infra/log.ts";
import { readSeedArguments } from "#server/seed/arguments.ts";
import { seededEmail } from "#server/seed/plan.ts";
import { createProgressBar } from "#server/seed/progress-bar.ts";
import { passwordUnder, seedDatabase } from "#server/seed/seed-database.ts";
import { bringUpToDate } from "#server/services.ts";
import { exitWith, reachable } from "#server/infra/start-fault.ts";

try {
  await seed();
} catch (error) {
  exitWith(error, "could not seed");
}

async function seed(): Promise<void> {
  const request = readSeedArguments(process.argv.slice(2));
  const env = readEnv(process.env);
  const password = passwordUnder(env.deployment.rootDomain);
  const [domain] = env.accountDomains;
  const log = createLog("warn");
  await using database = await reachable("DATABASE_URL", openDatabase({ ...env, log }));
  await reachable(
    "DATABASE_URL",
    oneAtATime(
      database,
      () => bringUpToDate(database.db),
      (text) => console.log(`… ${text}`),
    ),
  );
  const { members, educations, friendships } = request;
  console.log(
    `… Seeding ${count(members)} members, ${count(educations)} educations, ${count(friendships)} friendships; broken off, the same command goes on`,
  );
  const startedAt = performance.now();
  const bar = createProgressBar(process.stdout);
  const options = { ...request, domain, password };
  const { first, jobs } = await seedDatabase(database.db, options, bar.show).finally(bar.clear);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`✓ Seeded, with ${count(jobs)} jobs, in ${seconds} s`);
  console.log(
    `  ${seededEmail(first, domain)} to ${seededEmail(first + members - 1, domain)}, ` +
      (password ? `password “${password}”` : "who cannot sign in"),
  );
}

function count(number: number): string {
  return number.toLocaleString("en");
}
