import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { sql } from "kysely";
import type { User } from "#lib/auth/schema.ts";
import { mainImageText } from "#server/auth/person.ts";
import { type ShownUserRow, toUser } from "#server/auth/repository.ts";
import { hashOfSession, hashToken, sessionIdOf } from "#server/auth/token.ts";
import type { Database, Db } from "#server/db/database.ts";
import type { FrequentQuery } from "#server/db/server-pool.ts";
import { inBatches } from "#server/db/in-batches.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import type { SessionMember } from "#server/plugins/session.ts";

export type Sessions = ReturnType<typeof createSessions>;

const markedAfterMinutes = 5;
/** At most this many lookups of tokens run at once; further tokens share the next lookup. */
const lookupsAtOnce = 4;
/** How long, and for how many tokens, the verified member behind a token is cached. */
const recalledMs = 30_000;
const recalledMax = 20_000;

interface MemberRow {
  token_hash: Buffer;
  id: number;
  locale: string;
  verified_at: Date | null;
  live_ms: number;
  use_unmarked: boolean;
}

type UserRow = MemberRow & ShownUserRow;

const sessionQuery = (name: string, columns: string): FrequentQuery => ({
  name,
  text: `SELECT sessions.token_hash, users.id, users.locale, users.verified_at,
      (extract(epoch FROM sessions.expires_at - now()) * 1000)::float8 AS live_ms,
      sessions.last_used_at < now() - interval '${markedAfterMinutes} minutes' AS use_unmarked${columns}
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.token_hash = ANY ($1::bytea[]) AND sessions.expires_at > now() AND users.deleted_at IS NULL`,
});

const memberOfSession = sessionQuery("session-member", "");
const userOfSession = sessionQuery(
  "session-user",
  `, users.email, users.surname, users.name, users.patronymic, ${mainImageText} AS main_image`,
);

const toMember = (row: MemberRow): SessionMember => ({
  id: row.id,
  locale: row.locale,
  verified: row.verified_at !== null,
  sessionId: sessionIdOf(row.token_hash),
  liveMs: row.live_ms,
  useIsUnmarked: row.use_unmarked,
});

/**
 * Finds who holds a token: it is read from the database each time, so that a session ends everywhere at once (SEC-S2,
 * SEC-S3). Concurrent tokens share one indexed query, which begins after all of them arrived. Only a caller that checks
 * the session in its own statement may use `recall`.
 */
export function createSessions(
  { db, ask }: Pick<Database, "db" | "ask">,
  fileUrl: FileUrl,
  log: Logger,
) {
  const finder = <Row extends MemberRow>(query: FrequentQuery) => {
    const findRow = inBatches<Buffer, Row | undefined>(
      async (hashes) => {
        const rows = await ask<Row>(query, [hashes]);
        const rowOf = new Map(rows.map((row) => [row.token_hash.toString("hex"), row]));
        return hashes.map((hash) => rowOf.get(hash.toString("hex")));
      },
      { atOnce: lookupsAtOnce },
    );
    return (token: string) => findRow(hashToken(token));
  };
  const findMember = finder<MemberRow>(memberOfSession);
  const findUser = finder<UserRow>(userOfSession);

  const recalled = new LRUCache<string, SessionMember>({
    max: recalledMax,
    ttl: recalledMs,
    ttlResolution: 1_000,
    dispose: ({ sessionId }) => tokens.delete(sessionId),
  });
  /** The token of each recalled session, by the session's id. */
  const tokens = new Map<string, string>();
  const find = async (token: string): Promise<SessionMember | null> => {
    const row = await findMember(token);
    if (!row) return null;
    const member = toMember(row);
    if (member.verified) {
      recalled.set(token, { ...member, useIsUnmarked: false });
      tokens.set(member.sessionId, token);
    }
    return member;
  };
  /** The member who recently held the token on this node: only for callers that check the session themselves. */
  const recall = (token: string): SessionMember | undefined => recalled.get(token);
  const forget = (sessionId: string): void => {
    recalled.delete(tokens.get(sessionId) ?? "");
  };

  /** As `find`, with all that the member sees of themselves. */
  const findWithUser = async (token: string): Promise<(SessionMember & { user: User }) | null> => {
    const row = await findUser(token);
    return row ? { ...toMember(row), user: toUser(row, fileUrl) } : null;
  };

  return { find, findWithUser, recall, forget, markUsed: createMarkUsed(db, log) };
}

/**
 * Notes, without waiting, that a session is in use, and that its member is here. Once in a few minutes is enough,
 * however many requests come. The member is locked before the session, as by everything that ends sessions.
 */
function createMarkUsed(db: Db, log: Logger) {
  const marking = new Set<string>();
  return (sessionId: string): void => {
    if (marking.has(sessionId)) return;
    marking.add(sessionId);
    const hash = hashOfSession(sessionId);
    sql`
      WITH seen AS (
        UPDATE users SET last_seen_at = now()
        WHERE id = (SELECT user_id FROM sessions WHERE token_hash = ${hash})
        RETURNING id
      )
      UPDATE sessions SET last_used_at = now() FROM seen WHERE token_hash = ${hash} AND user_id = seen.id`
      .execute(db)
      .catch((error: unknown) => {
        log.warn({ err: error }, "could not store that a session is in use");
      })
      .finally(() => marking.delete(sessionId));
  };
}
