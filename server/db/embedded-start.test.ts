import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/infra/log.ts";
import { openServices } from "#server/services.ts";

/** Nobody answers there, so that the start ends before it opens a database. */
const redis = "redis://127.0.0.1:1";

it.each([
  [{ REDIS_URL: redis }, 1],
  [{ REDIS_URL: redis, DATABSE_URL: "postgres://127.0.0.1:1/kampus" }, 1],
  [{ REDIS_URL: redis, DATABASE_URL: "postgres://127.0.0.1:1/kampus" }, 0],
])(
  "a start with %j warns if members would be kept in the embedded database beside them",
  async (variables, count) => {
    const VAR_DIR = mkdtempSync(path.join(tmpdir(), "kampus-start-"));
    onTestFinished(() => {
      rmSync(VAR_DIR, { recursive: true });
    });
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    await expect(openServices(readEnv({ VAR_DIR, ...variables }), log)).rejects.toThrow(
      /^REDIS_URL/,
    );
    const warnings = lines.filter((line) => line.includes("DATABASE_URL is unset"));
    expect(warnings).toHaveLength(count);
    if (count > 0) expect(warnings[0]).toContain('"beside":["REDIS_URL"]');
  },
);
