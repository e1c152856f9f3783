import type { Db } from "#server/db/database.ts";
import { reportHead, reportLine } from "#server/reports/report-lines.ts";
import { closeReports, listReports } from "#server/reports/repository.ts";
import { StartFault } from "#server/infra/start-fault.ts";

type Print = (line: string) => void;

const rowsPerPage = 500;

/** Prints the open reports, or all there are, newest last. */
export async function printReports(db: Db, all: boolean, print: Print): Promise<void> {
  let afterId = 0;
  for (;;) {
    const rows = await listReports(db, { all, afterId, limit: rowsPerPage });
    const last = rows.at(-1);
    if (!last) break;
    if (afterId === 0) print(reportHead(all));
    for (const row of rows) print(reportLine(all, row));
    afterId = last.id;
  }
  if (afterId === 0) print(all ? "No reports" : "No open reports");
}

/** Closes those of `ids` that are open. @throws {StartFault} naming the others. */
export async function closeAndPrint(db: Db, ids: number[], print: Print): Promise<void> {
  const closed = await closeReports(db, ids);
  if (closed.length > 0) print(`✓ Closed ${closed.toSorted((a, b) => a - b).join(", ")}`);
  const others = ids.filter((id) => !closed.includes(id));
  if (others.length > 0) throw new StartFault(others.map((id) => `there is no open report ${id}`));
}
