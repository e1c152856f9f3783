import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";

interface PlanNode {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Runs the statement; returns the most rows that a step of its plan reads, whether it keeps them or not. */
export async function rowsRead(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: PlanNode }] }>`
    EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`.execute(db);
  const nodes = rows.flatMap(({ "QUERY PLAN": [{ Plan }] }) => nodesOf(Plan));
  const ofNode = (node: PlanNode) =>
    (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  return Math.max(...nodes.map(ofNode));
}
