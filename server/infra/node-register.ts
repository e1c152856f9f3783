/**
 * The nodes of a deployment store their settings in the database, so that a mismatch is noticed when a node starts, and
 * not by members who miss their photos.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "#server/db/database.ts";

/** Settings that must be the same on all nodes, by variable. No secrets. */
type NodeSettings = Record<string, string>;

const beatMs = 15_000;
const goneAfterS = 60;

/** Warns of each setting in which another live node differs. `close` notes the end of this node. */
export async function registerNode(
  { db }: Pick<Database, "db">,
  settings: NodeSettings,
  log: Pick<Logger, "warn">,
) {
  const id = randomUUID();
  const goneSince = sql<Date>`now() - make_interval(secs => ${goneAfterS})`;
  await db.deleteFrom("nodes").where("seen_at", "<", goneSince).execute();
  const others = await db.selectFrom("nodes").select("settings").execute();
  const differing = new Set(
    others.flatMap((other) => {
      const theirs = other.settings as NodeSettings; // written below
      return Object.keys(settings).filter((name) => theirs[name] !== settings[name]);
    }),
  );
  for (const name of differing)
    log.warn({ variable: name }, `another node is set up otherwise: ${meanings[name] ?? name}`);
  const beat = () =>
    db
      .insertInto("nodes")
      .values({
        id,
        settings: JSON.stringify(settings) as unknown as object /* As jsonb is given. */,
      })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: sql<Date>`now()` }))
      .execute();
  await beat();
  const timer = setInterval(() => {
    beat().catch((error: unknown) => {
      log.warn({ err: error }, "could not note that this node serves");
    });
  }, beatMs).unref();
  return {
    async close(): Promise<void> {
      clearInterval(timer);
      // Without the database its row expires by itself.
      await db
        .deleteFrom("nodes")
        .where("id", "=", id)
        .execute()
        .catch(() => undefined);
    },
  };
}

const meanings: NodeSettings = {
  S3_URL:
    "uploads of one are missing on the other; all need the same S3_URL, or VAR_DIR on a folder that all share",
  REDIS_URL: "events and limits stay on one node; all need REDIS_URL",
};
