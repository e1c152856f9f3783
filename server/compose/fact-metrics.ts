/** The metrics of what other servers are asked for (queried-facts.ts): how old the backups are, and what can run out. */
import type { Facts } from "#server/compose/queried-facts.ts";

type Labels = Record<string, string>;
export type Sample = [value: number, labels?: Labels];

export interface Define {
  /** `read`: one number, or one for each set of labels; undefined while there is none. */
  gauge: (
    name: string,
    help: string,
    read: () => number | Sample[] | undefined,
    labelNames?: string[],
  ) => void;
  counter: Define["gauge"];
}

type AskedFacts = () => Partial<Facts>;

export function defineStandbys({ gauge }: Define, facts: AskedFacts) {
  gauge(
    "standby_connected",
    "Whether a standby reads the WAL that its replication slot keeps for it.",
    () => facts().standbys?.map(({ slot, isConnected }) => [Number(isConnected), { slot }]),
    ["slot"],
  );
}

export function defineBackup({ gauge }: Define, facts: AskedFacts) {
  gauge(
    "wal_archive_late_seconds",
    "For how long no WAL was archived although some was due.",
    () => facts().backup?.archiveLateS,
  );
  gauge(
    "backup_age_seconds",
    "Seconds since a backup of PostgreSQL last ended.",
    () => facts().backup?.backupAgeS,
  );
  gauge(
    "mirror_age_seconds",
    "Seconds since the mirror of uploads last ran to its end.",
    () => facts().backup?.mirrorAgeS,
  );
}

export function defineReports({ gauge }: Define, facts: AskedFacts) {
  gauge(
    "reports_oldest_age_seconds",
    "Seconds since the oldest report that no operator has settled; 0 where there is none.",
    () => facts().reportAgeS,
  );
}

/** What can run out. */
export function defineReserves({ gauge }: Define, facts: AskedFacts) {
  gauge("disk_free_bytes", "What is free for VAR_DIR.", () => facts().disk?.freeBytes);
  gauge("disk_size_bytes", "The size of the disk of VAR_DIR.", () => facts().disk?.sizeBytes);
  gauge(
    "redis_memory_used_bytes",
    "The memory that Redis uses.",
    () => facts().redisMemory?.usedBytes,
  );
  gauge(
    "redis_memory_max_bytes",
    "The memory at which Redis refuses writes; missing where it has no limit.",
    () => facts().redisMemory?.maxBytes,
  );
  gauge(
    "ids_used_ratio",
    "Which share of all its ids a sequence has given out.",
    () => facts().idsUsed?.map(({ sequence, share }) => [share, { sequence }]),
    ["sequence"],
  );
  gauge(
    "unclaimed_files_late_seconds",
    "For how long a file has been due that no sweep has removed.",
    () => facts().unclaimedLateS,
  );
}
