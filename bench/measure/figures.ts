import { atMost, rounded } from "#bench/measure/targets.ts";

/**
 * Prints figures beside their goals, each the most that it may be. Figures mean something on a machine that does nothing
 * else; on any other the guarantees do. So one that misses its goal is marked, and fails nothing. @throws with
 * FAULTS_STRICT=1, where one misses its goal.
 */
export function printFigures(
  what: string,
  figures: Record<string, number>,
  goals: Record<string, number> = {},
): void {
  const missed: string[] = [];
  const lines = Object.entries(figures).map(([name, value]) => {
    const goal = goals[name];
    if (goal === undefined) return `  ${name.padEnd(32)}   ${rounded(value)}`;
    const verdict = atMost(value, goal);
    if (!verdict.kept) missed.push(`${name} ${verdict.toString()}`);
    return `  ${name.padEnd(32)} ${verdict.toString()}${verdict.kept ? "" : " missed"}`;
  });
  console.info([what, ...lines].join("\n"));
  if (missed.length > 0 && process.env.FAULTS_STRICT === "1")
    throw new Error(`${what}: missed ${missed.join(", ")}`);
}
