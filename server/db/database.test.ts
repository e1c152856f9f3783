import { createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, it } from "vitest";
import { type Database, isDatabaseAway, openDatabase } from "#server/db/database.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

const silentMsMax = 50;

/** A server that starts like PostgreSQL (AuthenticationOk, ReadyForQuery), and a database connected to it. */
async function openFaulty(onQuery: (socket: Socket) => unknown) {
  const server = createServer((socket) => {
    let greeted = false;
    socket.on("error", () => undefined);
    socket.on("data", () => {
      if (greeted) onQuery(socket);
      else socket.write(Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1"));
      greeted = true;
    });
  });
  const port = await listenOnFreePort(server);
  const lines: string[] = [];
  const database = await openDatabase({
    databaseAddress: {
      urls: [`postgres://kampus@127.0.0.1:${port}/kampus`],
      takesWrites: false,
    },
    databasePoolMax: 20,
    varDir: "unused",
    log: pino({}, { write: (line) => void lines.push(line) }),
    silentMsMax,
  });
  return {
    ...database,
    lines,
    async close() {
      await database.close();
      server.close();
    },
  };
}

// An error that nobody listens for would fail these runs, as it would end the process.
const outcomesOf = ({ db }: Database) =>
  Promise.all([1, 2, 3].map(() => sql`SELECT 1`.execute(db).catch((error: unknown) => error)));

it("a connection lost during a query fails that query, and nothing else", async () => {
  const database = await openFaulty((socket) => socket.destroy());
  try {
    expect((await outcomesOf(database)).map(isDatabaseAway)).toEqual([true, true, true]);
    expect(database.lines.join()).toContain("database connection lost");
  } finally {
    await database.close();
  }
});

it("a database may answer slowly while Kampus starts; one that stops answering later counts as unreachable", async () => {
  const answerSlowly = (socket: Socket) =>
    setTimeout(
      () => socket.write(Buffer.from("C\0\0\0\x0dSELECT 1\0Z\0\0\0\x05I", "latin1")),
      3 * silentMsMax,
    );
  let isSilent = false;
  const database = await openFaulty((socket) => isSilent || answerSlowly(socket));
  try {
    expect(await outcomesOf(database)).not.toContainEqual(expect.any(Error));
    database.expectAnswers();
    isSilent = true;
    expect((await outcomesOf(database)).map(isDatabaseAway)).toEqual([true, true, true]);
    // Later queries meet no connection that is known to be dead.
    expect((await outcomesOf(database)).map(isDatabaseAway)).toEqual([true, true, true]);
  } finally {
    await database.close();
  }
});
