/** Plans of statements on a large database, whatever their parameters are, and what is wrong with them. */
import type { Client } from "pg";
import { z } from "zod";
import type { Statement } from "#bench/queries/recorded-statements.ts";

/** No more rows, as PostgreSQL estimates them, are to be sorted. */
const sortedMax = 1_000;

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Index Name"?: string | undefined;
  "Plan Rows": number;
  "Total Cost": number;
  Plans?: PlanNode[] | undefined;
}

const planNode: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Plan Rows": z.number(),
  "Total Cost": z.number(),
  get Plans() {
    return z.array(planNode).optional();
  },
});
const answer = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: planNode })]) })]);

export interface Plan {
  cost: number;
  /** The indexes, and the tables that are read whole, in the order of their names. */
  reads: string[];
  faults: string[];
}

/** The settings of the server's own connections (server/db/database.ts). */
const settings =
  "SET jit = off; SET random_page_cost = 1.1; SET plan_cache_mode = force_generic_plan";

/** Explains without running: nothing is changed. */
export async function planAll(
  client: Client,
  statements: Statement[],
  growing: ReadonlySet<string>,
): Promise<Map<Statement, Plan>> {
  await client.query(settings);
  const plans = new Map<Statement, Plan>();
  for (const statement of statements)
    plans.set(statement, await planOf(client, statement, growing));
  return plans;
}

async function planOf(
  client: Client,
  { text, parameters, isFrequent }: Statement,
  growing: ReadonlySet<string>,
): Promise<Plan> {
  try {
    await client.query(`SET enable_seqscan = ${isFrequent ? "off" : "on"}`);
    await client.query(`PREPARE asked AS ${text}`);
    const given = Array.from({ length: parameters }, () => "NULL").join(", ");
    const execute = `EXECUTE asked ${given && `(${given})`}`;
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${execute}`);
    await client.query("DEALLOCATE asked");
    const [{ "QUERY PLAN": plans }] = answer.parse(rows);
    return judge(plans[0].Plan, growing);
  } catch (error) {
    await client.query("DEALLOCATE ALL");
    return { cost: 0, reads: [], faults: [error instanceof Error ? error.message : String(error)] };
  }
}

function judge(root: PlanNode, growing: ReadonlySet<string>): Plan {
  const nodes = allOf(root);
  const whole = nodes.flatMap((node) =>
    node["Node Type"] === "Seq Scan" ? (node["Relation Name"] ?? []) : [],
  );
  const reads = [
    ...nodes.flatMap((node) => node["Index Name"] ?? []),
    ...whole.map((table) => `all of ${table}`),
  ];
  const sorted = nodes
    .filter((node) => /^(?:Incremental )?Sort$/.test(node["Node Type"]))
    .map((node) => node.Plans?.[0]?.["Plan Rows"] ?? 0)
    .filter((rows) => rows > sortedMax);
  return {
    cost: root["Total Cost"],
    reads: [...new Set(reads)].sort(),
    faults: [
      ...whole.filter((table) => growing.has(table)).map((table) => `scans all of ${table}`),
      ...sorted.map((rows) => `sorts ${rows.toLocaleString("en")} rows`),
    ],
  };
}

const allOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allOf)];
