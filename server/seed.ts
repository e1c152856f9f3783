/**
 * `npm run seed`: fills the database of this environment with members, their educations, jobs and friendships, always the
 * same ones. Where the root domain can only be this machine all have one password; elsewhere none can sign in.
 */
import { openDatabase } from "#server/db/database.ts";
import { oneAtATime } from "#server/db/one-at-a-time.ts";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/log.ts";
import { seededEmail } from "#server/seed/members.ts";
import { readSeedArguments } from "#server/seed/arguments.ts";
import { passwordUnder, seedDatabase } from "#server/seed/seed-database.ts";
import { bringUpToDate, reachable } from "#server/services.ts";
import { messageOf, StartFault } from "#server/start-fault.ts";

try {
  await seed();
} catch (error) {
  const lines = error instanceof StartFault ? error.lines : [`could not seed: ${messageOf(error)}`];
  for (const line of lines) console.error(`kampus: ${line}`);
  process.exit(1);
}

async function seed(): Promise<void> {
  const asked = readSeedArguments(process.argv.slice(2));
  const env = readEnv(process.env);
  const password = passwordUnder(env.deployment.rootDomain);
  const [domain] = env.accountDomains;
  const log = createLog("warn");
  const database = await reachable("DATABASE_URL", openDatabase({ ...env, log }));
  try {
    await reachable(
      "DATABASE_URL",
      oneAtATime(database, () => bringUpToDate(database.db)),
    );
    const { members, educations } = asked;
    console.log(`… Seeding ${count(members)} members and ${count(educations)} educations`);
    const startedAt = performance.now();
    const { first, jobs } = await seedDatabase(database.db, { ...asked, domain, password });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`✓ Seeded, with ${count(jobs)} jobs and friendships, in ${seconds} s`);
    console.log(
      `  ${seededEmail(first, domain)} to ${seededEmail(first + members - 1, domain)}, ` +
        (password ? `password “${password}”` : "who cannot sign in"),
    );
  } finally {
    await database.close();
  }
}

function count(number: number): string {
  return number.toLocaleString("en");
}
