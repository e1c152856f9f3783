import { createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, it } from "vitest";
import { isDatabaseAway, openDatabase } from "#server/db/database.ts";

/** Begins like PostgreSQL (AuthenticationOk, ReadyForQuery) and hangs up at the first query. */
function greetThenHangUp(socket: Socket): void {
  let greeted = false;
  socket.on("error", () => undefined);
  socket.on("data", () => {
    if (greeted) socket.destroy();
    else socket.write(Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1"));
    greeted = true;
  });
}

it("a connection lost in the middle of a query fails that query, and nothing else", async () => {
  const server = createServer(greetThenHangUp);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const lines: string[] = [];
  const { db, close } = await openDatabase({
    databaseUrl: `postgres://kampus@127.0.0.1:${port}/kampus`,
    varDir: "unused",
    log: pino({}, { write: (line) => void lines.push(line) }),
  });
  try {
    // An error that nobody listens for would fail this run, as it would end the process.
    const failures = await Promise.all(
      [1, 2, 3].map(() => sql`SELECT 1`.execute(db).catch((error: unknown) => error)),
    );
    expect(failures.map(isDatabaseAway)).toEqual([true, true, true]);
    expect(lines.join()).toContain("database connection lost");
  } finally {
    await close();
    server.close();
  }
});
